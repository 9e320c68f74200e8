// The 3D view: camera, light and everything that is drawn. Draws only when something changed.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { Balls } from './balls';
import { Scale } from './colors';
import { isOfWall, type Frame, type Triple } from './frame';
import { Shapes } from './shapes';
import kinds from 'all-layers';
import type { Layer } from './layer';
import { Cells, Path } from './surroundings';

const kMovingMs = 45;  // a picture while the camera turns

export type Preset = 'fit' | 'front' | 'side' | 'top';

// Without a graphics processor smooth edges cost more than all else.
function isSoftware(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  const about = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = gl && about ? String(gl.getParameter(about.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

export class Stage {
  readonly scale = new Scale();
  readonly balls = new Balls(this.scale);
  readonly shapes = new Shapes();
  readonly layers: Layer[] = kinds.map(Kind => new Kind()).sort((a, b) => a.place - b.place);
  readonly cells = new Cells();
  readonly path = new Path();
  drawn = 0;    // pictures so far
  draw_ms = 0;  // what the last whole one took
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
  private grown = 1;
  private due = false;
  private whole = true;
  private rest = 0;
  private readonly pixel = new Uint8Array(4);
  private clip: { axis: 0 | 1 | 2; share: number } | null = null;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !isSoftware(), preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener('change', () => this.draw(true));
    this.controls.listenToKeyEvents(canvas);
    this.scene.add(this.root, new THREE.HemisphereLight(0xffffff, 0x8090a0, 1.6));
    const sun = new THREE.DirectionalLight(0xffffff, 1.9);
    sun.position.set(0.35, 0.65, 0.67);
    this.camera.add(sun);
    this.scene.add(this.camera);
    this.mark.visible = false;
    for (const layer of this.layers) layer.group.visible = layer.at_first;
    this.root.add(this.balls.mesh, this.shapes.group, ...this.layers.map(layer => layer.group), this.cells.group,
      this.path.line, this.mark);
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

  // `moving`: the camera turns. Where a whole picture takes long, a sample of the balls is drawn until it rests.
  draw(moving = false): void {
    clearTimeout(this.rest);
    const share = kMovingMs / this.draw_ms;
    this.balls.limit(moving && share < 1 ? this.balls.total * share : undefined);
    if (moving && share < 1) this.rest = window.setTimeout(() => this.draw(), 180);
    this.whole = !(moving && share < 1);
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => {
      this.due = false;
      this.renderNow();
      ++this.drawn;
    });
  }
  // Waits until the picture is there: the graphics processor works on its own.
  private renderNow(): void {
    const begin = performance.now();
    const away = this.camera.position.distanceTo(this.controls.target);
    this.balls.setDistance(2 * away * Math.tan(THREE.MathUtils.degToRad(this.camera.fov / 2)) / Math.max(this.canvas.height, 1));
    this.renderer.render(this.scene, this.camera);
    const gl = this.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, this.pixel);
    if (this.whole) this.draw_ms = performance.now() - begin;
  }

  show(frame: Frame): void {
    const first = this.base === null;
    this.frame = frame;
    const o = frame.head.origin;
    this.base ??= o;
    this.root.position.set(o[0] - this.base[0], o[1] - this.base[1], o[2] - this.base[2]);
    this.applyClip();
    this.balls.show(frame, this.scale);
    this.shapes.show(frame, this.scale);
    for (const layer of this.layers) layer.show(frame);
    this.cells.set(null);
    this.showCells();
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
    this.showCells();
    this.draw();
  }

  // The cells of the frame that is shown; null: none.
  setCells(cells: Frame | null): void {
    this.cells.set(cells);
    this.showCells();
    this.draw();
  }
  private showCells(): void {
    if (!this.frame) return;
    const x = this.frame.f32('x'), value = this.frame.f32('color'), flags = this.frame.u32('flags');
    const edge = this.edge();
    this.cells.show(k => !isOfWall(flags[k]) && x[3 * k + (this.clip?.axis ?? 0)] <= edge && !this.scale.isHidden(value[k]),
      this.rowOf(this.marked));
  }
  rowOf(id: number): number { return this.frame && id >= 0 ? this.frame.u32('id').indexOf(id) : -1; }
  // Where the clip plane is along its axis, from the origin of the frame.
  private edge(): number {
    if (!this.clip || !this.frame) return Infinity;
    const { lo, hi, origin } = this.frame.head, { axis, share } = this.clip;
    return lo[axis] + share * (hi[axis] - lo[axis]) - origin[axis];
  }

  // The next frame is of another run: the camera starts from its default view.
  forget(): void {
    this.base = null;
    this.marked = -1;
  }

  // Everything beyond this share of the bounds is left out.
  clipAt(axis: 0 | 1 | 2 | null, share: number): void {
    this.clip = axis === null ? null : { axis, share };
    this.applyClip();
    this.showCells();
    this.draw();
  }
  private applyClip(): void {
    const plane = new THREE.Vector4(0, 0, 0, 1);
    if (this.clip && this.frame) {
      plane.setComponent(this.clip.axis, 1);
      plane.w = this.edge();
    }
    this.balls.clipAt(plane);
    this.shapes.clipAt(plane, this.scale);
  }

  // The grains, and the walls around them where these are not much larger.
  private extent(): { lo: Triple; hi: Triple } {
    const { lo, hi, origin } = this.frame!.head;
    const low = [...lo] as Triple, high = [...hi] as Triple, points = this.frame!.f32('wall_points');
    for (let k = 0; k < points.length; ++k) {
      low[k % 3] = Math.min(low[k % 3], points[k] + origin[k % 3]);
      high[k % 3] = Math.max(high[k % 3], points[k] + origin[k % 3]);
    }
    const size = (a: Triple, c: Triple) => Math.hypot(c[0] - a[0], c[1] - a[1], c[2] - a[2]);
    return size(low, high) < 2.5 * size(lo, hi) ? { lo: low, hi: high } : { lo, hi };
  }

  look(view: Preset): void {
    if (!this.frame || !this.base) return;
    const { lo, hi } = this.extent(), up = this.frame.head.up, b = this.base;
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
    // A plane is looked at as one looks at a page.
    if (view === 'fit' && this.frame.head.dimensions !== 2) from.addScaledVector(side, 0.62).addScaledVector(u, 0.42);
    this.camera.near = away / 500;
    this.camera.far = away * 20;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(middle);
    this.camera.position.copy(middle).addScaledVector(from.normalize(), away);
    this.controls.update();
    this.draw();
  }

  // Something is shown that runs from centre to centre of the grains.
  get inside(): boolean { return this.layers.some(layer => layer.inside && layer.group.visible); }
  get distance(): number { return this.camera.position.distanceTo(this.controls.target); }
  // Below 1 the camera comes nearer.
  zoom(factor: number): void {
    this.camera.position.sub(this.controls.target).multiplyScalar(factor).add(this.controls.target);
    this.controls.update();
    this.draw();
  }
  // How large grains are drawn: smaller ones show what lies between and within them.
  grow(share: number): void {
    this.grown = share;
    this.balls.grow = share;
    this.shapes.grow(share, this.scale);
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
    const axis = this.clip?.axis ?? 0, edge = this.edge();
    let best = -1, nearest = Infinity;
    for (let k = 0; k < radius.length; ++k) {
      if (isOfWall(flags[k]) || x[3 * k + axis] > edge || this.scale.isHidden(value[k])) continue;
      const cx = x[3 * k] - from.x, cy = x[3 * k + 1] - from.y, cz = x[3 * k + 2] - from.z;
      const along = cx * d.x + cy * d.y + cz * d.z;
      const inside = (this.grown * radius[k]) ** 2 - (cx * cx + cy * cy + cz * cz - along * along);
      if (inside < 0 || along < 0) continue;
      const at = along - Math.sqrt(inside);
      if (at < nearest) { nearest = at; best = k; }
    }
    return best;
  }

  setPath(points: Triple[]): void {
    this.path.set(points);
    if (this.frame) this.path.show(this.frame.head.origin);
    this.draw();
  }

  // By id; -1: none.
  markGrain(id: number): void {
    this.marked = id;
    this.mark.visible = false;
    const k = this.rowOf(id);
    if (this.frame && k >= 0) {
      const x = this.frame.f32('x');
      this.mark.position.set(x[3 * k], x[3 * k + 1], x[3 * k + 2]);
      this.mark.scale.setScalar(1.06 * this.frame.f32('radius')[k]);
      this.mark.visible = true;
    }
    this.showCells();
    this.draw();
  }

  get width(): number { return this.canvas.clientWidth; }  // on the page
  picture(): string {
    this.balls.limit();
    this.renderer.render(this.scene, this.camera);
    return this.canvas.toDataURL('image/png');
  }
}
