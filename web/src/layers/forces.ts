import { short } from '../colors';
import type { Frame } from '../frame';
import { ink, medianRadius, Rods, type Layer, type LegendPart } from '../layer';

const kGrains = 0xd9482b, kWalls = 0x2b6fd9;

// Rods whose cross-section is the force, in one colour between grains and another at walls.
export default class Forces extends Rods implements Layer {
  readonly name = 'forces';
  readonly place = 1;
  readonly at_first = false;
  readonly inside = true;
  private greatest = 0;  // in N, of the frame that is shown

  has(frame: Frame): boolean { return frame.f32('contact_force').length > 0; }
  show(frame: Frame): void {
    this.clear();
    const ends = frame.f32('contact_ends'), force = frame.f32('contact_force'), kind = frame.u32('contact_kind');
    const greatest = this.greatest = force.reduce((a, b) => Math.max(a, b), 0);
    if (greatest === 0) return;
    const wide = 0.45 * medianRadius(frame);
    for (const [which, color] of [[0, kGrains], [1, kWalls]] as const) {
      const rows: number[] = [];
      for (let n = 0; n < kind.length; ++n) if (kind[n] === which && force[n] > 1e-6 * greatest) rows.push(n);
      this.add(ends, rows, color, c => wide * Math.sqrt(force[c] / greatest));
    }
  }
  about(frame: Frame): { why_not?: string; remark?: string } {
    if (!frame.head.contacts_known) return { why_not: 'output.contacts = true stores them with the frames' };
    const drawn = frame.f32('contact_force').length, all = frame.head.contacts;
    return { remark: this.group.visible && drawn < all ?
      `the strongest ${drawn.toLocaleString('en')} of ${all.toLocaleString('en')}` : '' };
  }
  legend(): LegendPart[] {
    return this.greatest > 0 ? [{
      title: `forces up to ${short(this.greatest)} N`, bar: [], ends: [],
      marks: [{ ink: ink(kGrains), text: 'between grains' }, { ink: ink(kWalls), text: 'at walls' }],
    }] : [];
  }
}
