// A picture of the 3D view to keep: as it is on the page, with its legend and its time.
import type { LegendPart } from './layer';
import type { Stage } from './stage';

const kFont = 13, kLine = 18, kWide = 200, kPad = 9, kEdge = 10;  // points of the page

export interface Inks { text: string; plate: string }

class Pen {
  constructor(readonly on: CanvasRenderingContext2D, private readonly inks: Inks) {
    on.font = `${kFont}px system-ui, sans-serif`;
    on.textBaseline = 'middle';
  }
  width(text: string): number { return this.on.measureText(text).width; }
  // `y`: the top of the line.
  words(text: string, x: number, y: number, align: CanvasTextAlign = 'left'): void {
    this.on.textAlign = align;
    this.on.fillStyle = this.inks.text;
    this.on.fillText(text, x, y + kLine / 2);
  }
  bar(fill: string | CanvasGradient, x: number, y: number, wide: number, high: number): void {
    this.on.fillStyle = fill;
    this.on.fillRect(x, y, wide, high);
  }
  plate(x: number, y: number, wide: number, high: number): void {
    this.on.globalAlpha = 0.8;
    this.bar(this.inks.plate, x - kPad, y - kPad, wide + 2 * kPad, high + 2 * kPad);
    this.on.globalAlpha = 1;
  }
}

const heightOf = (p: LegendPart) => kLine + (p.bar.length > 0 ? 14 + kLine : 0) + kLine * p.marks.length;

function paintPart(pen: Pen, p: LegendPart, x: number, y: number, wide: number): void {
  pen.words(p.title, x, y);
  y += kLine;
  if (p.bar.length > 0) {
    const fill = pen.on.createLinearGradient(x, 0, x + wide, 0);
    p.bar.forEach((c, k) => fill.addColorStop(k / (p.bar.length - 1), c));
    pen.bar(fill, x, y + 2, wide, 10);
    y += 14;
    p.ends.forEach((t, k) => pen.words(t, x + wide * k / 2, y, (['left', 'center', 'right'] as const)[k]));
    y += kLine;
  }
  for (const m of p.marks) {
    pen.bar(m.ink, x, y + kLine / 2 - 3, 22, 6);
    pen.words(m.text, x + 28, y);
    y += kLine;
  }
}

// The legend at the lower left, `text` at the lower right; the address of a PNG.
export async function pictureWithLegend(stage: Stage, parts: LegendPart[], text: string, inks: Inks): Promise<string> {
  const image = new Image();
  image.src = stage.picture();
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  const on = canvas.getContext('2d')!;
  on.drawImage(image, 0, 0);
  // Letters as large as on the page, however fine the screen is.
  const size = image.width / stage.width, right = stage.width - kEdge - kPad, bottom = image.height / size - kEdge - kPad;
  on.scale(size, size);
  const pen = new Pen(on, inks);
  const wide = Math.max(kWide, ...parts.map(p => pen.width(p.title))), high = parts.reduce((s, p) => s + heightOf(p), 0);
  const left = kEdge + kPad;
  if (parts.length > 0) pen.plate(left, bottom - high, wide, high);
  let y = bottom - high;
  for (const p of parts) {
    paintPart(pen, p, left, y, wide);
    y += heightOf(p);
  }
  pen.plate(right - pen.width(text), bottom - kLine, pen.width(text), kLine);
  pen.words(text, right, bottom - kLine, 'right');
  return canvas.toDataURL('image/png');
}
