// What the colours mean: the range that they span, and the legend of all that is shown.
import type { Maps } from './api';
import { isClass, short, type Scale } from './colors';
import type { Coloring, Frame } from './frame';
import type { Stage } from './stage';
import type { LegendPart } from './layer';

export interface RangeWish { lo: number | null; hi: number | null; hide: boolean; map: string }

// Sets the scale as the frame and the user want it.
export function applyRange(scale: Scale, frame: Frame, maps: Maps, wish: RangeWish): void {
  const c = frame.head.color;
  scale.classes = isClass(c.by);
  scale.lo = wish.lo ?? c.lo ?? 0;
  scale.hi = wish.hi ?? c.hi ?? 1;
  scale.hide = wish.hide;
  scale.use(maps, wish.map);
}

// Of what is shown now.
export function legendParts(stage: Stage, c: Coloring): LegendPart[] {
  const parts: LegendPart[] = [], scale = stage.scale;
  if (c.label && scale.classes) parts.push({ title: `a colour for each ${c.label}`, bar: [], ends: [], marks: [] });
  else if (c.label) parts.push({
    title: c.unit ? `${c.label} in ${c.unit}` : c.label, bar: Array.from({ length: 9 }, (_, k) => scale.css(k / 8)),
    ends: [scale.lo, (scale.lo + scale.hi) / 2, scale.hi].map(short), marks: [],
  });
  for (const layer of stage.layers) if (layer.group.visible) parts.push(...layer.legend?.() ?? []);
  return parts;
}

export function showLegend(home: HTMLElement, parts: LegendPart[]): void {
  const div = (name: string, ...content: (Node | string)[]) => {
    const e = document.createElement('div');
    e.className = name;
    e.append(...content);
    return e;
  };
  const span = (text: string) => Object.assign(document.createElement('span'), { textContent: text });
  home.replaceChildren(...parts.flatMap(p => {
    const all = [div('name', p.title)];
    if (p.bar.length > 0) {
      const bar = div('bar');
      bar.style.background = `linear-gradient(to right, ${p.bar.join(', ')})`;
      all.push(bar, div('ends', ...p.ends.map(span)));
    }
    if (p.marks.length > 0) all.push(div('marks', ...p.marks.map(m => {
      const mark = div('mark'), line = document.createElement('span');
      mark.style.background = m.ink;
      line.append(mark, m.text);
      return line;
    })));
    return all;
  }));
}
