// A layer of the 3D view: what it draws beside the grains, and its box on the page.
//
// A layer is two files: src/view/layers/NAME.cpp of the program, which puts arrays into the frames, and
// src/layers/NAME.ts here, whose default export is a class with this interface. build.mjs lists the folder.
import * as THREE from 'three';
import type { Frame } from './frame';

// A title with a bar of colours, or with a line for each colour.
export interface LegendPart { title: string; bar: string[]; ends: string[]; marks: { ink: string; text: string }[] }

export interface Layer {
  readonly name: string;    // its box on the page is show-NAME
  readonly place: number;   // among the boxes
  readonly group: THREE.Object3D;
  readonly at_first: boolean;  // shown from the beginning
  // It runs from centre to centre: whole grains would hide it, and a frame has it only when it is asked for.
  readonly inside: boolean;
  show(frame: Frame): void;
  has(frame: Frame): boolean;  // something to draw
  // Of the box: `absent`, there is no such thing in this run; `why_not`, the frames do not hold it; `remark`, a title.
  about?(frame: Frame): { absent?: boolean; why_not?: string; remark?: string };
  legend?(): LegendPart[];
  controls?(draw: () => void): HTMLElement[];  // behind the box
}

export const ink = (color: number) => `#${color.toString(16).padStart(6, '0')}`;

// Straight rods between two points each.
export class Rods {
  readonly group = new THREE.Group();
  private readonly rod = new THREE.CylinderGeometry(1, 1, 1, 8, 1, true);

  protected clear(): void {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      ((child as THREE.InstancedMesh).material as THREE.Material).dispose();
      (child as THREE.InstancedMesh).dispose();
    }
  }
  protected add(ends: Float32Array, rows: number[], color: number, radiusOf: (row: number) => number): void {
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

export function medianRadius(frame: Frame): number {
  const some = [...frame.f32('radius').slice(0, 2000)].sort((a, b) => a - b);
  return some[Math.floor(some.length / 2)] ?? 0;
}
