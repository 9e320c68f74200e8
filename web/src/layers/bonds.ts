import type { Frame } from '../frame';
import { ink, medianRadius, Rods, type Layer, type LegendPart } from '../layer';

const kPulled = 0xd98324, kPressed = 0x3a78c9;

export default class Bonds extends Rods implements Layer {
  readonly name = 'bonds';
  readonly place = 2;
  readonly at_first = false;
  readonly inside = true;

  has(frame: Frame): boolean { return frame.f32('bond_strain').length > 0; }
  show(frame: Frame): void {
    this.clear();
    const ends = frame.f32('bond_ends'), strain = frame.f32('bond_strain');
    const wide = 0.22 * medianRadius(frame), pulled: number[] = [], pressed: number[] = [];
    for (let n = 0; n < strain.length; ++n) (strain[n] < 0 ? pressed : pulled).push(n);
    this.add(ends, pulled, kPulled, () => wide);
    this.add(ends, pressed, kPressed, () => wide);
  }
  about(frame: Frame): { absent: boolean } { return { absent: frame.head.bonds === 0 }; }
  legend(): LegendPart[] {
    return this.group.children.length > 0 ? [{
      title: 'bonds', bar: [], ends: [],
      marks: [{ ink: ink(kPulled), text: 'pulled' }, { ink: ink(kPressed), text: 'pressed' }],
    }] : [];
  }
}
