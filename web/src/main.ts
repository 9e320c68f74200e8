// The page: what the controls do, and what is fetched when.
import './style.css';
import * as api from './api';
import { short } from './colors';
import { Frame } from './frame';
import { byId, say } from './dom';
import { Editor } from './editor';
import { applyRange } from './legend';
import { LivePanel } from './live';
import { Picked } from './picked';
import { energyBudget, energyColumns, Plot } from './plots';
import { Stage, type Preset } from './stage';
import { wireDialogs } from './starters';

const kMostWhole = 2_000_000;  // grains that are shown all; of more, every second, third, ...
const kMostMoving = 300_000;   // the same while time runs or is dragged

const stage = new Stage(byId<HTMLCanvasElement>('canvas'));
const plot = new Plot(byId('plot'));
const editor = new Editor();
const time = byId<HTMLInputElement>('time'), color = byId<HTMLSelectElement>('color');
const forces = byId<HTMLInputElement>('show-forces'), bonds = byId<HTMLInputElement>('show-bonds');
const cells = byId<HTMLInputElement>('show-cells');
const isOn = (id: string) => byId<HTMLInputElement>(id).checked;

let info: api.RunInfo;
let maps: api.Maps;
let frame: Frame | null = null;
let follow = false;    // shows the newest state of a live run
let playing = false;
let shown = '';        // what the frame on the stage is of
let busy = false, again = false;
let lastShown = -1, wasAlive = false, later = 0;
const picked = new Picked(stage, () => shown);
const panel = new LivePanel(() => { lastShown = -1; });

const key = () => (follow ? 'newest' : time.value);

function every(moving: boolean): number {
  const n = frame?.head.grains ?? 0;
  return Math.max(1, Math.ceil(n / (moving ? kMostMoving : kMostWhole)));
}

// One request at a time; what is asked for meanwhile is asked once, afterwards.
async function load(moving = false): Promise<void> {
  if (busy) { again = true; return; }
  busy = true;
  try {
    do {
      again = false;
      const k = key();
      const bytes = await api.frameBytes(k, color.value || 'speed', forces.checked || bonds.checked, every(moving));
      frame = new Frame(bytes);
      shown = k;
      apply(frame);
      await showCells();
    } while (again);
    say('', 'fetch');
  } catch (e) {
    say((e as Error).message, 'fetch');
    playing = false;
  } finally {
    busy = false;
  }
}

function apply(f: Frame): void {
  const h = f.head;
  if (color.options.length !== h.fields.length || color.value !== h.color.by) {
    color.replaceChildren(...h.fields.map(n => new Option(n, n, false, n === h.color.by)));
    color.value = h.color.by;
  }
  range(f);
  stage.show(f);
  stage.forces.group.visible = forces.checked;
  stage.bonds.group.visible = bonds.checked;
  byId('nothing').hidden = true;
  byId('clock').textContent = `t = ${short(h.time)} s · step ${h.step.toLocaleString('en')} · ` +
    `${h.grains.toLocaleString('en')} grains` + (h.every > 1 ? ` (one in ${h.every} shown)` : '');
  forces.toggleAttribute('disabled', !h.contacts_known);
  const many = forces.checked && f.f32('contact_force').length < h.contacts;
  forces.parentElement!.title = !h.contacts_known ? 'output.contacts = true stores them with the frames' :
    many ? `the strongest ${f.f32('contact_force').length.toLocaleString('en')} of ${h.contacts.toLocaleString('en')}` : '';
  byId('bonds-line').hidden = h.bonds === 0;
  void picked.show();
}

// They belong to one frame; a frame that has too many grains for them says so once.
async function showCells(): Promise<void> {
  if (!cells.checked) return stage.setCells(null);
  try {
    stage.setCells(new Frame(await api.cellBytes(shown)));
    void picked.show();
  } catch (e) {
    cells.checked = false;
    stage.setCells(null);
    say((e as Error).message);
  }
}

function range(f: Frame): void {
  const number = (id: string) => {
    const text = byId<HTMLInputElement>(id).value;
    return text === '' || Number.isNaN(Number(text)) ? null : Number(text);
  };
  applyRange(stage.scale, f, maps, { lo: number('lo'), hi: number('hi'), hide: isOn('hide'), map: byId<HTMLSelectElement>('map').value },
    byId('legend'));
  byId<HTMLSelectElement>('map').disabled = stage.scale.classes;
}

const chosenCurves = () => [...byId('curves').querySelectorAll<HTMLInputElement>('input:checked')].map(i => i.value);

function fillCurves(names: api.Column[]): void {
  if (byId('curves').querySelectorAll('input').length === names.length - 1) return;
  const was = chosenCurves();
  byId('curves').replaceChildren(...names.slice(1).map(n => {
    const label = document.createElement('label'), input = document.createElement('input');
    Object.assign(input, { type: 'checkbox', value: n.name, checked: was.includes(n.name) });
    label.append(input, n.unit ? `${n.name} (${n.unit})` : n.name);
    return label;
  }));
}

async function plots(): Promise<void> {
  try {
    const head = await api.series([]);
    fillCurves(head.names);
    const chosen = chosenCurves();
    const series = await api.series(chosen.length > 0 ? chosen : energyColumns(head));
    plot.show(series, chosen.length === 0 ? energyBudget(series) : chosen.map(name => ({
      name, unit: head.names.find(n => n.name === name)?.unit ?? '', values: (series.columns[name] ?? []).map(v => v ?? NaN),
    })), chosen.length === 0);
  } catch (e) {
    plot.forget();
    byId('plot').textContent = (e as Error).message;
  }
}

function about(): void {
  document.title = `${info.name} · Scree`;
  byId('title').textContent = info.name;
  panel.show(info);
  time.max = String(Math.max(0, info.frames.length - 1));
  byId('newest').hidden = !info.live || info.live.state === 'ended';
  byId('newest').setAttribute('aria-pressed', String(follow));
  byId('nothing').hidden = info.folder !== null;
}

async function poll(): Promise<void> {
  try {
    info = await api.runInfo();
    about();
    if (follow && info.live && info.live.shown !== lastShown) {
      lastShown = info.live.shown;
      await load(true);
    }
  } catch (e) {
    say((e as Error).message, 'fetch');
  }
  // A run that has ended changes no more, once its closing frame and its summary are there.
  const alive = (info?.live && info.live.state !== 'ended') || info?.verdict?.word === 'unfinished';
  if (info?.folder && !alive && wasAlive && info.live) {
    follow = false;
    time.value = time.max;
    void load();
    void plots();
  }
  wasAlive = alive;
  // As soon as there may be something newer, and once a second for the numbers.
  const soon = Math.min(Math.max(1000 * (info?.live?.next_s ?? 1), 300), 1000);
  later = window.setTimeout(poll, alive ? (follow ? soon : 1000) : 5000);
}

function sayPlaying(): void {
  byId('play').setAttribute('aria-pressed', String(playing));
  byId('play').textContent = playing ? 'Hold' : 'Play';
}

async function play(): Promise<void> {
  playing = !playing;
  sayPlaying();
  follow = false;
  while (playing) {
    const begin = performance.now();
    let next = Number(time.value) + 1;
    if (next > Number(time.max)) {
      if (!isOn('loop')) break;
      next = 0;
    }
    time.value = String(next);
    await load(true);
    const each = 1000 / Number(byId<HTMLSelectElement>('rate').value);
    await new Promise(done => setTimeout(done, Math.max(0, each - (performance.now() - begin))));
  }
  playing = false;
  sayPlaying();
  void load();
}

function goTo(k: number): void {
  time.value = String(k);
  follow = false;
  void load();
}

function wireShow(): void {
  byId('color').addEventListener('change', () => {
    byId<HTMLInputElement>('lo').value = byId<HTMLInputElement>('hi').value = '';
    void load();
  });
  for (const id of ['show-forces', 'show-bonds']) byId(id).addEventListener('change', () => void load());
  cells.addEventListener('change', () => void showCells());
  for (const id of ['lo', 'hi', 'hide', 'map']) byId(id).addEventListener('input', () => {
    if (!frame) return;
    range(frame);
    stage.restyle();
  });
  const slide = (id: string, apply: (value: number) => void) => byId(id).addEventListener('input', e => {
    apply(Number((e.target as HTMLInputElement).value));
    stage.draw();
  });
  slide('grow', v => { stage.balls.grow = v; });
  slide('opacity', v => { stage.walls.opacity = v; });
  byId('show-walls').addEventListener('change', () => { stage.walls.group.visible = isOn('show-walls'); stage.draw(); });
  byId('show-grains').addEventListener('change', () => {
    stage.balls.mesh.visible = stage.shapes.group.visible = isOn('show-grains');
    stage.draw();
  });
  const cut = () => {
    const axis = byId<HTMLSelectElement>('cut').value;
    stage.cutAt(axis === '' ? null : 'xyz'.indexOf(axis) as 0 | 1 | 2, Number(byId<HTMLInputElement>('cut-at').value));
  };
  byId('cut').addEventListener('change', cut);
  byId('cut-at').addEventListener('input', cut);
  byId('presets').addEventListener('click', e => {
    const view = (e.target as HTMLElement).dataset.view;
    if (view) stage.look(view as Preset);
  });
}

function wireTime(): void {
  time.addEventListener('input', () => { follow = false; void load(true); });
  time.addEventListener('change', () => void load());
  byId('play').addEventListener('click', () => void play());
  const newest = () => { follow = true; playing = false; lastShown = -1; about(); void load(); };
  byId('newest').addEventListener('click', newest);
  const presets: Record<string, Preset> = { f: 'fit', 1: 'front', 2: 'side', 3: 'top' };
  document.addEventListener('keydown', e => {
    const at = e.target as HTMLElement;
    if (['INPUT', 'SELECT', 'TEXTAREA', 'BUTTON', 'SUMMARY'].includes(at.tagName) || at.isContentEditable) return;
    if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector('dialog[open]')) return;
    if (e.key === ' ') { e.preventDefault(); void play(); }
    if (e.key === 'Escape') void picked.pick(-1);
    if (e.key === ',' || e.key === '.') goTo(Number(time.value) + (e.key === '.' ? 1 : -1));
    if (e.key === 'Home') goTo(0);
    if (e.key === 'End') goTo(Number(time.max));
    if (e.key === 'n' && info?.live && info.live.state !== 'ended') newest();
    if (e.key === '?') byId<HTMLDialogElement>('keys').showModal();
    if (presets[e.key]) stage.look(presets[e.key]);
  });
}

function wire(): void {
  wireShow();
  wireTime();
  wireDialogs();
  byId('curves').addEventListener('change', () => void plots());
  byId('shot').addEventListener('click', () => {
    const link = document.createElement('a');
    link.href = stage.picture();
    link.download = `${info.name}-${frame?.head.step ?? 0}.png`;
    link.click();
  });
  byId('theme').addEventListener('click', () => theme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
  // A click picks; a drag turns.
  let down: [number, number] = [0, 0];
  const canvas = byId('canvas');
  canvas.addEventListener('pointerdown', e => { down = [e.clientX, e.clientY]; });
  canvas.addEventListener('pointerup', e => {
    if (Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 4 || !frame) return;
    const k = stage.pick(e.clientX, e.clientY);
    void picked.pick(k < 0 ? -1 : frame.u32('id')[k]);
  });
}

function theme(name: string): void {
  document.documentElement.dataset.theme = name;
  localStorage.setItem('scree-theme', name);
  stage.background(getComputedStyle(document.documentElement).getPropertyValue('--stage').trim());
  plot.forget();
  if (info?.folder) void plots();
}

async function begin(): Promise<void> {
  const bright = !matchMedia('(prefers-color-scheme: dark)').matches;
  theme(localStorage.getItem('scree-theme') ?? (bright ? 'light' : 'dark'));
  wire();
  try {
    [info, maps] = await Promise.all([api.runInfo(), api.maps()]);
    const bench = await api.bench();
    if (bench) await editor.open(bench, () => void watch());
    if (info.folder !== null) await watch();
    else about();
  } catch (e) {
    say((e as Error).message);
    return;
  }
  clearTimeout(later);
  void poll();
  setInterval(() => { if (info?.live && info.live.state !== 'ended') void plots(); }, 2000);
}

// Shows the run that the program has now, from its beginning.
async function watch(): Promise<void> {
  info = await api.runInfo();
  follow = info.live !== null && info.live.state !== 'ended';
  lastShown = -1;
  stage.forget();
  time.max = String(Math.max(0, info.frames.length - 1));
  time.value = time.max;
  about();
  // A run may need a moment for its first state.
  for (let k = 0; k < 50 && follow && (info.live?.shown ?? 0) === 0; ++k) {
    await new Promise(done => setTimeout(done, 100));
    info = await api.runInfo();
  }
  await picked.pick(-1);
  await load();
  await plots();
  byId('scene').textContent = await api.sceneText().catch((e: Error) => e.message);
  wasAlive = info.live !== null;
  if (later > 0) { clearTimeout(later); void poll(); }
}

// For the tests of the page.
Object.assign(window, { screeView: { stage, editor, picked, get frame() { return frame; }, get info() { return info; } } });
void begin();
