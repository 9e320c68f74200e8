// How well texts of a page can be read: the contrast of each with what lies behind it.

// Texts below `least` (WCAG 2.2, 1.4.3 asks for 4.5 to 1) of all that are to be seen now: words, what stands in fields and
// before words, and the editor's words on its selection. Disabled controls are exempt, as they are there.
export const poorTexts = (page, least = 4.5) => page.evaluate((limit) => {
  const rgba = (css) => {
    const n = css.match(/-?[\d.]+(e-?\d+)?/g)?.map(Number) ?? [0, 0, 0, 0];
    const [r, g, b] = css.startsWith('color(') ? n.slice(0, 3).map((v) => 255 * v) : n;
    return [r, g, b, n[3] ?? 1];
  };
  const over = (top, under) => [0, 1, 2].map((k) => top[3] * top[k] + (1 - top[3]) * under[k]).concat(1);
  // What is painted behind a thing: all backgrounds up to the first that hides what is behind it.
  const ground = (e) => {
    const layers = [];
    for (; e; e = e.parentElement) {
      const c = rgba(getComputedStyle(e).backgroundColor);
      if (c[3] > 0) layers.push(c);
      if (c[3] === 1) break;
    }
    return layers.reduceRight((under, top) => over(top, under), [255, 255, 255, 1]);
  };
  const opacity = (e) => (e ? Number(getComputedStyle(e).opacity) * opacity(e.parentElement) : 1);
  const light = (c) => c.slice(0, 3).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((s, v, k) => s + v * [0.2126, 0.7152, 0.0722][k], 0);
  const contrast = (ink, under) => {
    const a = light(over(ink, under)), b = light(under);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const found = new Set();
  let measured = 0;
  const judge = (e, text, color, under = ground(e)) => {
    const ink = rgba(color);
    ink[3] *= opacity(e);
    ++measured;
    const c = contrast(ink, under);
    if (c < limit) found.add(`${e.tagName}#${e.id}.${e.className} ${text.trim().slice(0, 24)}: ${c.toFixed(1)}`);
  };
  const isSeen = (e) => e.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) &&
    !e.closest(':disabled, [aria-disabled=true], script, style, option');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n = walker.nextNode(); n; n = walker.nextNode()) {
    if (n.textContent.trim() === '' || !isSeen(n.parentElement)) continue;
    if (n.parentElement.matches('label') && n.parentElement.control?.disabled) continue;
    judge(n.parentElement, n.textContent, getComputedStyle(n.parentElement).color);
  }
  for (const e of document.querySelectorAll('body *')) {
    if (!isSeen(e)) continue;
    if (e.matches('select')) judge(e, e.value, getComputedStyle(e).color);
    if (e.matches('input:not([type=checkbox]):not([type=range])') && (e.value || e.placeholder))
      judge(e, e.value || e.placeholder, getComputedStyle(e, e.value ? null : '::placeholder').color);
    for (const part of ['::before', '::after']) {
      const content = getComputedStyle(e, part).content;
      if (/^".+"$/.test(content) && content !== '" "') judge(e, content, getComputedStyle(e, part).color);
    }
  }
  // The editor paints its selection as a layer below the text.
  const marked = document.querySelector('.cm-selectionBackground');
  if (marked)
    for (const e of document.querySelectorAll('.cm-line, .cm-line *'))
      if (e.textContent.trim() !== '') judge(e, `selected: ${e.textContent}`, getComputedStyle(e).color,
        over(rgba(getComputedStyle(marked).backgroundColor), ground(document.querySelector('.cm-scroller'))));
  return { poor: [...found], measured };
}, least);
