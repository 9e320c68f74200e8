// The 3D view: camera, light and everything that is drawn. Draws only when something changed.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { Balls } from './balls';
import { Scale } from './colors';
import { isOfWall, type Frame, type Triple } from './frame';
import { Shapes } from './shapes';
import { Forces, Path, Walls } from './surroundings';

export type Preset = 'fit' | 'front' | 'side' | 'top';

export class Stage {
  readonly scale = new Scale();
  readonly balls = new Balls(this.scale);
  readonly shapes = new Shapes();
  readonly walls = new Walls();
  readonly forces = new Forces();
  readonly path = new Path();
  drawn = 0;  // pictures so far
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera(35, 1, 0.01, 100);
  private readonly controls: OrbitControls;
  private readonly root = new THREE.Group();  // at the origin of the frame
  private readonly mark = new THREE.Mesh(new THREE.SphereGeometry(1, 24, 16),
    new THREE.MeshBasicMaterial({ color: 0xf2b134, wireframe: true }));
  private base: Triple | null = null;  // the origin of the first frame: what the camera knows
  private frame: Frame | null = null;
  private marked = -1;
  private due = false;
  private cut: { axis: 0 | 1 | 2; share: number } | null = null;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener('change', () => this.draw());
    this.controls.listenToKeyEvents(canvas);
    this.scene.add(this.root, new THREE.HemisphereLight(0xffffff, 0x8090a0, 1.6));
    const sun = new THREE.DirectionalLight(0xffffff, 1.9);
    sun.position.set(0.35, 0.65, 0.67);
    this.camera.add(sun);
    this.scene.add(this.camera);
    this.mark.visible = false;
    this.root.add(this.balls.mesh, this.shapes.group, this.walls.group, this.forces.group, this.path.line, this.mark);
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!);
    this.resize();
  }

  private resize(): void {
    const { clientWidth: w, clientHeight: h } = this.canvas.parentElement!;
    if (w === 0 || h === 0) return;
    this.renderer.setSize(w, h, false);
    this.camera.aspect = w / h;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  background(css: string): void {
    this.scene.background = new THREE.Color(css);
    this.draw();
  }

  draw(): void {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => {
      this.due = false;
      this.renderer.render(this.scene, this.camera);
      ++this.drawn;
    });
  }

  show(frame: Frame): void {
    const first = this.base === null;
    this.frame = frame;
    const o = frame.head.origin;
    this.base ??= o;
    this.root.position.set(o[0] - this.base[0], o[1] - this.base[1], o[2] - this.base[2]);
    this.applyCut();
    this.balls.show(frame, this.scale);
    this.shapes.show(frame, this.scale);
    this.walls.show(frame);
    this.forces.show(frame);
    this.path.show(o);
    this.mark.visible = false;
    if (this.marked >= 0) this.markGrain(this.marked);
    if (first) {
      this.camera.up.set(...frame.head.up);
      this.look('fit');
    }
    this.draw();
  }

  restyle(): void {
    this.balls.restyle(this.scale);
    this.shapes.restyle(this.scale);
    this.draw();
  }

  // The next frame is of another run: the camera looks anew.
  forget(): void {
    this.base = null;
    this.marked = -1;
  }

  // Everything beyond this share of the bounds is left out.
  cutAt(axis: 0 | 1 | 2 | null, share: number): void {
    this.cut = axis === null ? null : { axis, share };
    this.applyCut();
    this.draw();
  }
  private applyCut(): void {
    const plane = new THREE.Vector4(0, 0, 0, 1);
    if (this.cut && this.frame) {
      const { lo, hi, origin } = this.frame.head, { axis, share } = this.cut;
      plane.setComponent(axis, 1);
      plane.w = lo[axis] + share * (hi[axis] - lo[axis]) - origin[axis];
    }
    this.balls.cutAt(plane);
    this.shapes.cutAt(plane, this.scale);
  }

  look(view: Preset): void {
    if (!this.frame || !this.base) return;
    const { lo, hi, up } = this.frame.head, b = this.base;
    const middle = new THREE.Vector3(...[0, 1, 2].map(k => 0.5 * (lo[k] + hi[k]) - b[k]) as Triple);
    const size = Math.max(new THREE.Vector3(hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]).length(), 1e-9);
    const away = 0.56 * size / Math.sin(THREE.MathUtils.degToRad(this.camera.fov / 2)) /
      Math.min(1, this.camera.aspect);
    const u = new THREE.Vector3(...up);
    const across = Math.abs(u.z) > 0.9 ? new THREE.Vector3(0, -1, 0) : new THREE.Vector3(0, 0, 1);
    const side = new THREE.Vector3().crossVectors(u, across).normalize();
    const from = across.clone();
    if (view === 'side') from.copy(side);
    if (view === 'top') from.copy(u).addScaledVector(across, 1e-3);
    if (view === 'fit') from.addScaledVector(side, 0.62).addScaledVector(u, 0.42);
    this.camera.near = away / 500;
    this.camera.far = away * 20;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(middle);
    this.camera.position.copy(middle).addScaledVector(from.normalize(), away);
    this.controls.update();
    this.draw();
  }

  // The grain under a place of the page, by its number in the frame; -1: none.
  pick(clientX: number, clientY: number): number {
    if (!this.frame) return -1;
    const r = this.canvas.getBoundingClientRect();
    const caster = new THREE.Raycaster();
    caster.setFromCamera(new THREE.Vector2(2 * (clientX - r.left) / r.width - 1, 1 - 2 * (clientY - r.top) / r.height),
      this.camera);
    const from = caster.ray.origin.clone().sub(this.root.position), d = caster.ray.direction;
    const x = this.frame.f32('x'), radius = this.frame.f32('radius'), flags = this.frame.u32('flags');
    const value = this.frame.f32('color');
    const { axis, share } = this.cut ?? { axis: 0, share: 0 };
    const { lo, hi, origin } = this.frame.head;
    const edge = this.cut ? lo[axis] + share * (hi[axis] - lo[axis]) - origin[axis] : Infinity;
    let best = -1, nearest = Infinity;
    for (let k = 0; k < radius.length; ++k) {
      if (isOfWall(flags[k]) || x[3 * k + axis] > edge || this.scale.isHidden(value[k])) continue;
      const cx = x[3 * k] - from.x, cy = x[3 * k + 1] - from.y, cz = x[3 * k + 2] - from.z;
      const along = cx * d.x + cy * d.y + cz * d.z;
      const inside = radius[k] ** 2 - (cx * cx + cy * cy + cz * cz - along * along);
      if (inside < 0 || along < 0) continue;
      const at = along - Math.sqrt(inside);
      if (at < nearest) { nearest = at; best = k; }
    }
    return best;
  }

  // By id; -1: none.
  markGrain(id: number): void {
    this.marked = id;
    this.mark.visible = false;
    const k = this.frame ? this.frame.u32('id').indexOf(id) : -1;
    if (this.frame && id >= 0 && k >= 0) {
      const x = this.frame.f32('x');
      this.mark.position.set(x[3 * k], x[3 * k + 1], x[3 * k + 2]);
      this.mark.scale.setScalar(1.06 * this.frame.f32('radius')[k]);
      this.mark.visible = true;
    }
    this.draw();
  }

  picture(): string {
    this.renderer.render(this.scene, this.camera);
    return this.canvas.toDataURL('image/png');
  }
}
