// What stands around the grains: walls, the network of forces, the path of one grain.
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

// Rods whose cross-section is the force.
export class Forces {
  readonly group = new THREE.Group();
  private readonly rod = new THREE.CylinderGeometry(1, 1, 1, 8, 1, true);

  show(frame: Frame): void {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      (child as THREE.InstancedMesh).dispose();
    }
    const ends = frame.f32('contact_ends'), force = frame.f32('contact_force'), kind = frame.u32('contact_kind');
    const radius = frame.f32('radius');
    if (force.length === 0 || radius.length === 0) return;
    let greatest = 0;
    for (const f of force) if (f > greatest) greatest = f;
    const wide = 0.45 * [...radius.slice(0, 2000)].sort((a, b) => a - b)[Math.floor(Math.min(radius.length, 2000) / 2)];
    const up = new THREE.Vector3(0, 1, 0), a = new THREE.Vector3(), b = new THREE.Vector3();
    const matrix = new THREE.Matrix4(), turn = new THREE.Quaternion();
    for (const [which, color] of [[0, 0xd9482b], [1, 0x2b6fd9]] as const) {
      const rows: number[] = [];
      kind.forEach((k, n) => { if (k === which && force[n] > 1e-6 * greatest) rows.push(n); });
      const mesh = new THREE.InstancedMesh(this.rod, new THREE.MeshLambertMaterial({ color }), rows.length);
      rows.forEach((c, n) => {
        a.fromArray(ends, 6 * c);
        b.fromArray(ends, 6 * c + 3);
        const line = b.clone().sub(a), length = line.length();
        turn.setFromUnitVectors(up, length > 0 ? line.divideScalar(length) : up);
        const r = wide * Math.sqrt(force[c] / greatest);
        matrix.compose(a.add(b).multiplyScalar(0.5), turn, new THREE.Vector3(r, Math.max(length, 1e-9), r));
        mesh.setMatrixAt(n, matrix);
      });
      mesh.frustumCulled = false;
      this.group.add(mesh);
    }
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
