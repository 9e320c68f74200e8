// What belongs to chosen grains: their cells, the path of one of them. What comes with every frame: layers/.
import * as THREE from 'three';
import type { Frame, Triple } from './frame';

// Edges of the Laguerre cells; those of the picked grain stand out.
export class Cells {
  readonly group = new THREE.Group();
  private readonly all = new THREE.LineSegments(new THREE.BufferGeometry(),
    new THREE.LineBasicMaterial({ color: 0x5d7fa3, transparent: true, opacity: 0.45 }));
  private readonly one = new THREE.LineSegments(new THREE.BufferGeometry(),
    new THREE.LineBasicMaterial({ color: 0xf2b134, depthTest: false }));
  private cells: Frame | null = null;

  constructor() {
    this.one.renderOrder = 3;
    for (const lines of [this.all, this.one]) lines.frustumCulled = false;
    this.group.add(this.all, this.one);
  }
  set(cells: Frame | null): void { this.cells = cells; }
  // `isShown`: by the row of a grain; `picked`: a row, or -1.
  show(isShown: (row: number) => boolean, picked: number): void {
    const ends = this.cells?.f32('cell_ends') ?? new Float32Array(), of = this.cells?.u32('cell_of') ?? new Uint32Array();
    const some = new Float32Array(ends.length), its: number[] = [];
    let n = 0;
    for (let k = 0; 6 * k < ends.length; ++k) {
      if (of[2 * k] === picked || of[2 * k + 1] === picked) its.push(...ends.subarray(6 * k, 6 * k + 6));
      if (!isShown(of[2 * k])) continue;
      some.set(ends.subarray(6 * k, 6 * k + 6), n);
      n += 6;
    }
    for (const [lines, points] of [[this.all, some.slice(0, n)], [this.one, new Float32Array(its)]] as const) {
      lines.geometry.dispose();
      lines.geometry = new THREE.BufferGeometry();
      lines.geometry.setAttribute('position', new THREE.BufferAttribute(points, 3));
    }
  }
  // Volume and number of faces of the cell of a row.
  about(row: number): { volume: number; faces: number } | null {
    const k = this.cells?.u32('cell_row').indexOf(row) ?? -1;
    return k < 0 || !this.cells ? null : { volume: this.cells.f32('cell_volume')[k], faces: this.cells.u32('cell_faces')[k] };
  }
}

export class Path {
  readonly line = new THREE.Line(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: 0xf2b134, depthTest: false }));
  private points: Triple[] = [];

  constructor() {
    this.line.frustumCulled = false;
    this.line.renderOrder = 2;
  }
  set(points: Triple[]): void { this.points = points; }
  show(origin: Triple): void {
    this.line.geometry.dispose();
    this.line.geometry = new THREE.BufferGeometry().setFromPoints(
      this.points.map(p => new THREE.Vector3(p[0] - origin[0], p[1] - origin[1], p[2] - origin[2])));
    this.line.visible = this.points.length > 1;
  }
}
