// Colour scales. The maps come from the program, so that a picture and the page agree.
import * as THREE from 'three';
import type { Maps } from './api';

// What is a name, not a quantity.
export const isClass = (field: string) => ['body', 'type', 'id', 'shape'].includes(field);

// Around the circle of hues, bright and dark in turn.
const kHues: [number, number, number][] = Array.from({ length: 25 }, (_, k) => {
  const c = new THREE.Color().setHSL(k / 24, 0.62, k % 2 === 0 ? 0.5 : 0.68);
  return [c.r, c.g, c.b];
});

export class Scale {
  lo = 0; hi = 1; hide = false;
  classes = false;  // values are names (of bodies, materials): each has a colour of its own
  private map: [number, number, number][] = [[0.5, 0.5, 0.5]];
  readonly texture = new THREE.DataTexture(new Uint8Array(256 * 4), 256, 1);

  constructor() {
    this.texture.minFilter = this.texture.magFilter = THREE.LinearFilter;
  }
  use(maps: Maps, name: string): void {
    this.map = this.classes ? kHues : maps[name] ?? Object.values(maps)[0];
    const data = this.texture.image.data as unknown as Uint8Array;
    for (let k = 0; k < 256; ++k) {
      const c = this.at(k / 255);
      data.set([255 * c[0], 255 * c[1], 255 * c[2], 255], 4 * k);
    }
    this.texture.needsUpdate = true;
  }
  // Linear light, t from 0 to 1.
  at(t: number): [number, number, number] {
    const s = Math.min(Math.max(t, 0), 1) * (this.map.length - 1);
    const k = Math.min(Math.floor(s), this.map.length - 2), f = s - k;
    if (this.map.length < 2) return this.map[0];
    const a = this.map[k], b = this.map[k + 1];
    return [a[0] + f * (b[0] - a[0]), a[1] + f * (b[1] - a[1]), a[2] + f * (b[2] - a[2])];
  }
  share(value: number): number {
    if (this.classes) return (value * 0.61803399) % 1;
    return this.hi > this.lo ? (value - this.lo) / (this.hi - this.lo) : 0;
  }
  isHidden(value: number): boolean { return this.hide && !(value >= this.lo && value <= this.hi); }
  colorOf(value: number): [number, number, number] {
    return Number.isNaN(value) ? [0.38, 0.38, 0.38] : this.at(this.share(value));
  }
  // As CSS says it.
  css(t: number): string {
    const c = new THREE.Color(...this.at(t)).convertLinearToSRGB();
    return `rgb(${Math.round(255 * c.r)} ${Math.round(255 * c.g)} ${Math.round(255 * c.b)})`;
  }
}

// "48 s", "3 min 20 s", "2 h 05 min".
export function longTime(s: number): string {
  if (!(s >= 0) || !Number.isFinite(s)) return '-';
  const t = Math.round(s), two = (n: number) => String(n).padStart(2, '0');
  if (t < 60) return `${t} s`;
  if (t < 3600) return `${Math.floor(t / 60)} min ${two(t % 60)} s`;
  return `${Math.floor(t / 3600)} h ${two(Math.floor(t / 60) % 60)} min`;
}

// Four digits that a person can read.
export function short(v: number): string {
  if (!Number.isFinite(v)) return '-';
  const a = Math.abs(v);
  return a !== 0 && (a < 1e-3 || a >= 1e5) ? v.toExponential(2) : String(Number(v.toPrecision(4)));
}
