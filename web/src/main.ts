// The page: what the controls do, and what is fetched when.
import './style.css';
import * as api from './api';
import { short } from './colors';
import { Frame } from './frame';
import { byId, say } from './dom';
import { Editor } from './editor';
import { wireKeys } from './keys';
import { applyRange, legendParts, showLegend } from './legend';
import { LivePanel } from './live';
import { Picked } from './picked';
import { pictureWithLegend } from './picture';
import { energyBudget, energyColumns, Plot } from './plots';
import { Stage, type Preset } from './stage';
import type { Layer } from './layer';
import { wireDialogs } from './starters';

const kMostWhole = 2_000_000;  // grains that are shown all; of more, every second, third, ...
const kMostMoving = 300_000;   // the same while time runs or is dragged
const kInside = 0.25;          // size of grains that show the forces between them
const kZoom = 0.85;            // of the distance, with each press of a key

const stage = new Stage(byId<HTMLCanvasElement>('canvas'));
const plot = new Plot(byId('plot'));
const editor = new Editor();
const time = byId<HTMLInputElement>('time'), color = byId<HTMLSelectElement>('color');
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

const isGoing = () => api.isGoing(info?.live);
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
      const bytes = await api.frameBytes(k, color.value || 'speed', stage.inside, every(moving));
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
  legend(f);
  byId('nothing').hidden = true;
  byId('clock').textContent = `t = ${short(h.time)} s · step ${h.step.toLocaleString('en')} · ` +
    `${h.grains.toLocaleString('en')} grains` + (h.every > 1 ? ` (one in ${h.every} shown)` : '');
  for (const layer of stage.layers) {
    const about = layer.about?.(f) ?? {}, box = byId<HTMLInputElement>(`show-${layer.name}`), label = box.parentElement!;
    box.toggleAttribute('disabled', !!about.why_not);
    label.title = about.why_not ?? about.remark ?? '';
    label.hidden = about.absent ?? false;
  }
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
  applyRange(stage.scale, f, maps, { lo: number('lo'), hi: number('hi'), hide: isOn('hide'), map: byId<HTMLSelectElement>('map').value });
  byId<HTMLSelectElement>('map').disabled = stage.scale.classes;
}

const legend = (f: Frame) => showLegend(byId('legend'), legendParts(stage, f.head.color));

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
  const name = info.folder === null && editor.name !== '' ? editor.name : info.name;
  document.title = `${name} · Scree`;
  byId('title').textContent = name;
  panel.show(info, editor.name !== '');
  editor.setRunning(panel.isBusy);
  time.max = String(Math.max(0, info.frames.length - 1));
  byId('newest').hidden = !isGoing();
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
    if ((e as api.ApiError).status === 0) {
      panel.lost();
      editor.setRunning(true);  // nothing can be started
    }
  }
  // A run that has ended changes no more, once its closing frame and its summary are there.
  const alive = panel.isBusy || info?.verdict?.word === 'unfinished';
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

// Forces and bonds run from centre to centre: whole grains would hide them. A size that the user has chosen stays.
function seeInside(): void {
  const size = byId<HTMLInputElement>('grow'), inside = stage.inside;
  if (Number(size.value) !== (inside ? 1 : kInside)) return;
  size.value = String(inside ? kInside : 1);
  stage.grow(Number(size.value));
}

// Its box on the page. What lies within the grains comes with a frame only when it is shown.
function addLayer(layer: Layer): void {
  const box = Object.assign(document.createElement('input'), { id: `show-${layer.name}`, type: 'checkbox', checked: layer.at_first });
  const label = document.createElement('label');
  label.append(box, ` ${layer.name}`, ...layer.controls?.(() => stage.draw()) ?? []);
  box.addEventListener('change', () => {
    layer.group.visible = box.checked;
    stage.draw();
    if (!layer.inside) return;
    seeInside();
    void load();
  });
  byId('layers').append(label);
}

function wireShow(): void {
  byId('color').addEventListener('change', () => {
    byId<HTMLInputElement>('lo').value = byId<HTMLInputElement>('hi').value = '';
    void load();
  });
  for (const layer of stage.layers) addLayer(layer);
  cells.addEventListener('change', () => void showCells());
  for (const id of ['lo', 'hi', 'hide', 'map']) byId(id).addEventListener('input', () => {
    if (!frame) return;
    range(frame);
    stage.restyle();
    legend(frame);
  });
  const slide = (id: string, apply: (value: number) => void) => byId(id).addEventListener('input', e => {
    apply(Number((e.target as HTMLInputElement).value));
    stage.draw();
  });
  slide('grow', v => stage.grow(v));
  byId('show-grains').addEventListener('change', () => {
    stage.balls.mesh.visible = stage.shapes.group.visible = isOn('show-grains');
    stage.draw();
  });
  const clip = () => {
    const axis = byId<HTMLSelectElement>('clip').value;
    stage.clipAt(axis === '' ? null : 'xyz'.indexOf(axis) as 0 | 1 | 2, Number(byId<HTMLInputElement>('clip-at').value));
  };
  byId('clip').addEventListener('change', clip);
  byId('clip-at').addEventListener('input', clip);
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
  const look = (view: Preset) => () => stage.look(view);
  wireKeys({
    ' ': () => void play(), Escape: () => void picked.pick(-1),
    ',': () => goTo(Number(time.value) - 1), '.': () => goTo(Number(time.value) + 1),
    Home: () => goTo(0), End: () => goTo(Number(time.max)),
    n: () => { if (isGoing()) newest(); },
    f: look('fit'), 1: look('front'), 2: look('side'), 3: look('top'),
    '+': () => stage.zoom(kZoom), '=': () => stage.zoom(kZoom), '-': () => stage.zoom(1 / kZoom),
  });
}

async function savePicture(): Promise<void> {
  const style = getComputedStyle(document.documentElement), link = document.createElement('a');
  const h = frame?.head;
  link.href = await pictureWithLegend(stage, h ? legendParts(stage, h.color) : [], h ? `${info.name}, t = ${short(h.time)} s` : info.name,
    { text: style.getPropertyValue('--ink'), plate: style.getPropertyValue('--panel') });
  link.download = `${info.name}-${h?.step ?? 0}.png`;
  link.click();
}

function wire(): void {
  wireShow();
  wireTime();
  wireDialogs();
  byId('curves').addEventListener('change', () => void plots());
  byId('shot').addEventListener('click', () => void savePicture());
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
  editor.setDark(name === 'dark');
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
    if (bench) await editor.open(bench, () => void watch(), about);
    if (info.folder !== null) await watch();
    else about();
  } catch (e) {
    say((e as Error).message);
    return;
  }
  clearTimeout(later);
  void poll();
  setInterval(() => { if (isGoing()) void plots(); }, 2000);
}

// Shows the run that the program has now, from its beginning.
async function watch(): Promise<void> {
  info = await api.runInfo();
  follow = isGoing();
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
