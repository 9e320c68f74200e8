// The legend of the colours, and the range that they span.
import type { Maps } from './api';
import { isClass, short, type Scale } from './colors';
import type { Frame } from './frame';

export interface RangeWish { lo: number | null; hi: number | null; hide: boolean; map: string }

// Sets the scale as the frame and the user want it, and draws what it means.
export function applyRange(scale: Scale, frame: Frame, maps: Maps, wish: RangeWish, home: HTMLElement): void {
  const c = frame.head.color;
  scale.classes = isClass(c.by);
  scale.lo = wish.lo ?? c.lo ?? 0;
  scale.hi = wish.hi ?? c.hi ?? 1;
  scale.hide = wish.hide;
  scale.use(maps, wish.map);
  if (!c.label) return home.replaceChildren();
  const label = document.createElement('div');
  label.textContent = scale.classes ? `a colour for each ${c.label}` : c.unit ? `${c.label} in ${c.unit}` : c.label;
  if (scale.classes) return home.replaceChildren(label);
  const bar = document.createElement('div');
  bar.className = 'bar';
  bar.style.background = `linear-gradient(to right, ${Array.from({ length: 9 }, (_, k) => scale.css(k / 8)).join(', ')})`;
  const ends = document.createElement('div');
  ends.className = 'ends';
  ends.append(...[scale.lo, (scale.lo + scale.hi) / 2, scale.hi].map(v =>
    Object.assign(document.createElement('span'), { textContent: short(v) })));
  home.replaceChildren(label, bar, ends);
}
