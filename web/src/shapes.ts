// Polyhedra and polygons: one mesh for each shape, drawn once for each grain that has it.
import * as THREE from 'three';
import { shapeOf, type Frame, type Triple } from './frame';
import type { Scale } from './colors';

function geometryOf(points: Triple[], faces: number[][]): THREE.BufferGeometry {
  const corners: number[] = [];
  for (const face of faces)
    for (let k = 2; k < face.length; ++k)
      for (const c of [face[0], face[k - 1], face[k]]) corners.push(...points[c]);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(corners, 3));
  geometry.computeVertexNormals();  // no corner is shared: faces stay flat
  return geometry;
}

export class Shapes {
  readonly group = new THREE.Group();
  private clip = new THREE.Vector4();
  private last: Frame | null = null;
  private grown = 1;

  show(frame: Frame, scale: Scale): void {
    this.last = frame;
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      (child as THREE.InstancedMesh).geometry.dispose();
      (child as THREE.InstancedMesh).dispose();
    }
    if (frame.head.shapes.length === 0) return;
    const flags = frame.u32('flags'), x = frame.f32('x'), q = frame.f32('q'), value = frame.f32('color');
    const radius = frame.f32('radius');
    const rows: number[][] = frame.head.shapes.map(() => []);
    for (let k = 0; k < flags.length; ++k) {
      const s = shapeOf(flags[k]);
      const at = this.clip.x * x[3 * k] + this.clip.y * x[3 * k + 1] + this.clip.z * x[3 * k + 2];
      if (s > 0 && at <= this.clip.w && !scale.isHidden(value[k])) rows[s - 1].push(k);
    }
    const matrix = new THREE.Matrix4(), color = new THREE.Color();
    frame.head.shapes.forEach((shape, s) => {
      if (rows[s].length === 0) return;
      const mesh = new THREE.InstancedMesh(geometryOf(shape.points, shape.faces),
        new THREE.MeshLambertMaterial({ side: THREE.DoubleSide }), rows[s].length);
      rows[s].forEach((k, n) => {
        const size = this.grown * radius[k] / shape.radius;
        matrix.compose(new THREE.Vector3(x[3 * k], x[3 * k + 1], x[3 * k + 2]),
          new THREE.Quaternion(q[4 * k + 1], q[4 * k + 2], q[4 * k + 3], q[4 * k]), new THREE.Vector3(size, size, size));
        mesh.setMatrixAt(n, matrix);
        mesh.setColorAt(n, color.setRGB(...scale.colorOf(value[k])));
      });
      mesh.frustumCulled = false;
      this.group.add(mesh);
    });
  }
  grow(share: number, scale: Scale): void {
    if (share === this.grown) return;
    this.grown = share;
    this.restyle(scale);
  }
  restyle(scale: Scale): void { if (this.last) this.show(this.last, scale); }
  clipAt(plane: THREE.Vector4, scale: Scale): void {
    this.clip.copy(plane);
    this.restyle(scale);
  }
}
