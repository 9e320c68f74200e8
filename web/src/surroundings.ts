// What stands around the grains: walls, the network of forces, bonds, cells, the path of one grain.
import * as THREE from 'three';
import type { Frame, Triple } from './frame';

export class Walls {
  readonly group = new THREE.Group();
  private readonly skin = new THREE.MeshLambertMaterial({
    color: 0x8fa3b8, transparent: true, opacity: 0.16, side: THREE.DoubleSide, depthWrite: false });
  private readonly edge = new THREE.LineBasicMaterial({ color: 0x7a8da1, transparent: true, opacity: 0.55 });

  show(frame: Frame): void {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      (child as THREE.Mesh).geometry.dispose();
    }
    if (!frame.head.walls || frame.u32('wall_triangles').length === 0) return;
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(frame.f32('wall_points'), 3));
    geometry.setIndex(new THREE.BufferAttribute(frame.u32('wall_triangles'), 1));
    const flat = geometry.toNonIndexed();
    flat.computeVertexNormals();
    this.group.add(new THREE.Mesh(flat, this.skin));
    this.group.add(new THREE.LineSegments(new THREE.EdgesGeometry(geometry, 20), this.edge));
    for (const child of this.group.children) child.renderOrder = 1;
  }
  set opacity(value: number) {
    this.skin.opacity = value;
    this.skin.depthWrite = value > 0.95;
    this.edge.opacity = Math.min(1, 0.3 + value);
  }
}

// Straight rods between two points each.
class Rods {
  readonly group = new THREE.Group();
  private readonly rod = new THREE.CylinderGeometry(1, 1, 1, 8, 1, true);

  clear(): void {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      ((child as THREE.InstancedMesh).material as THREE.Material).dispose();
      (child as THREE.InstancedMesh).dispose();
    }
  }
  add(ends: Float32Array, rows: number[], color: number, radiusOf: (row: number) => number): void {
    if (rows.length === 0) return;
    const up = new THREE.Vector3(0, 1, 0), a = new THREE.Vector3(), b = new THREE.Vector3(), line = new THREE.Vector3();
    const matrix = new THREE.Matrix4(), turn = new THREE.Quaternion(), size = new THREE.Vector3();
    const mesh = new THREE.InstancedMesh(this.rod, new THREE.MeshLambertMaterial({ color }), rows.length);
    rows.forEach((c, n) => {
      a.fromArray(ends, 6 * c);
      b.fromArray(ends, 6 * c + 3);
      const length = line.subVectors(b, a).length(), r = radiusOf(c);
      turn.setFromUnitVectors(up, length > 0 ? line.divideScalar(length) : up);
      matrix.compose(a.add(b).multiplyScalar(0.5), turn, size.set(r, Math.max(length, 1e-9), r));
      mesh.setMatrixAt(n, matrix);
    });
    mesh.frustumCulled = false;
    this.group.add(mesh);
  }
}

function medianRadius(frame: Frame): number {
  const some = [...frame.f32('radius').slice(0, 2000)].sort((a, b) => a - b);
  return some[Math.floor(some.length / 2)] ?? 0;
}

export const kForceInks = { grains: 0xd9482b, walls: 0x2b6fd9 };
export const kBondInks = { pulled: 0xd98324, pressed: 0x3a78c9 };

// Rods whose cross-section is the force, in one colour between grains and another at walls.
export class Forces extends Rods {
  greatest = 0;  // in N, of the frame that is shown

  show(frame: Frame): void {
    this.clear();
    const ends = frame.f32('contact_ends'), force = frame.f32('contact_force'), kind = frame.u32('contact_kind');
    const greatest = this.greatest = force.reduce((a, b) => Math.max(a, b), 0);
    if (greatest === 0) return;
    const wide = 0.45 * medianRadius(frame);
    for (const [which, color] of [[0, kForceInks.grains], [1, kForceInks.walls]] as const) {
      const rows: number[] = [];
      for (let n = 0; n < kind.length; ++n) if (kind[n] === which && force[n] > 1e-6 * greatest) rows.push(n);
      this.add(ends, rows, color, c => wide * Math.sqrt(force[c] / greatest));
    }
  }
}

export class Bonds extends Rods {
  show(frame: Frame): void {
    this.clear();
    const ends = frame.f32('bond_ends'), strain = frame.f32('bond_strain');
    const wide = 0.22 * medianRadius(frame), pulled: number[] = [], pressed: number[] = [];
    for (let n = 0; n < strain.length; ++n) (strain[n] < 0 ? pressed : pulled).push(n);
    this.add(ends, pulled, kBondInks.pulled, () => wide);
    this.add(ends, pressed, kBondInks.pressed, () => wide);
  }
}

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
