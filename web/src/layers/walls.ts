import * as THREE from 'three';
import type { Frame } from '../frame';
import type { Layer } from '../layer';

export default class Walls implements Layer {
  readonly name = 'walls';
  readonly place = 0;
  readonly at_first = true;
  readonly inside = false;
  readonly group = new THREE.Group();
  private readonly skin = new THREE.MeshLambertMaterial({
    color: 0x8fa3b8, transparent: true, opacity: 0.16, side: THREE.DoubleSide, depthWrite: false });
  private readonly edge = new THREE.LineBasicMaterial({ color: 0x7a8da1, transparent: true, opacity: 0.55 });

  has(frame: Frame): boolean { return (frame.head.walls ?? []).length > 0; }
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
  controls(draw: () => void): HTMLElement[] {
    const opacity = Object.assign(document.createElement('input'), {
      id: 'opacity', type: 'range', min: '0.02', max: '1', step: '0.02', value: '0.16', ariaLabel: 'opacity of walls' });
    opacity.addEventListener('input', () => {
      const value = Number(opacity.value);
      this.skin.opacity = value;
      this.skin.depthWrite = value > 0.95;
      this.edge.opacity = Math.min(1, 0.3 + value);
      draw();
    });
    return [opacity];
  }
}
