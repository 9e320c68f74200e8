// A frame as the program sends it (src/view/frame_bytes.hpp).

export type Triple = [number, number, number];
export interface Coloring { by: string; label: string; unit: string; lo: number; hi: number }
export interface FrameHead {
  time: number; step: number; up: Triple; origin: Triple; lo: Triple; hi: Triple;
  grains: number; every: number; fields: string[]; contacts_known: boolean; contacts: number; bonds: number; dimensions: number;
  color: Coloring; colors: Coloring[];
  shapes: { radius: number; points: Triple[]; faces: number[][] }[];
  walls?: { name: string; first: number; count: number }[];
}
interface ArrayHead { name: string; type: 'f32' | 'u32'; width: number; count: number; offset: number }

export class Frame {
  readonly head: FrameHead;
  private readonly arrays = new Map<string, Float32Array | Uint32Array>();

  constructor(bytes: ArrayBuffer) {
    const view = new DataView(bytes);
    if (bytes.byteLength < 8 || view.getUint32(0, true) !== 0x31524353) throw new Error('these bytes are not a frame');
    const length = view.getUint32(4, true);
    const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 8, length)));
    this.head = head;
    for (const a of head.arrays as ArrayHead[]) {
      const at = 8 + length + a.offset, n = a.count * a.width;
      this.arrays.set(a.name, a.type === 'f32' ? new Float32Array(bytes, at, n) : new Uint32Array(bytes, at, n));
    }
  }
  f32(name: string): Float32Array { return (this.arrays.get(name) as Float32Array) ?? new Float32Array(); }
  u32(name: string): Uint32Array { return (this.arrays.get(name) as Uint32Array) ?? new Uint32Array(); }
  // One of the colours that came along, as if it had been asked for.
  recolor(by: string): void {
    const values = this.arrays.get(`color ${by}`), about = this.head.colors.find(c => c.by === by);
    if (!values || !about) return;
    this.arrays.set(`color ${this.head.color.by}`, this.f32('color'));
    if (!this.head.colors.some(c => c.by === this.head.color.by)) this.head.colors.push(this.head.color);
    this.arrays.set('color', values);
    this.head.color = about;
  }
  get count(): number { return this.f32('radius').length; }
}

// 0: a ball; k + 1: shape k of the frame.
export const shapeOf = (flag: number) => flag & 0x7fffffff;
export const isOfWall = (flag: number) => flag >>> 31 === 1;
