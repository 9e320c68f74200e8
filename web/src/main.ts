// The page: what the controls do, and what is fetched when.
import './style.css';
import * as api from './api';
import { short } from './colors';
import { Frame } from './frame';
import { byId, fillTable, say } from './dom';
import { Editor } from './editor';
import { energyColumns, Plot } from './plots';
import { Stage, type Preset } from './stage';

const kMostWhole = 2_000_000;  // grains that are shown all; of more, every second, third, ...
const kMostMoving = 300_000;   // the same while time runs or is dragged

const stage = new Stage(byId<HTMLCanvasElement>('canvas'));
const plot = new Plot(byId('plot'));
const editor = new Editor();
const time = byId<HTMLInputElement>('time'), color = byId<HTMLSelectElement>('color');
const map = byId<HTMLSelectElement>('map'), curve = byId<HTMLSelectElement>('curve');
const forces = byId<HTMLInputElement>('show-forces');

let info: api.RunInfo;
let maps: api.Maps;
let frame: Frame | null = null;
let follow = false;    // shows the newest state of a live run
let playing = false;
let picked = -1;
let shown = '';        // what the frame on the stage is of
let busy = false, again = false;

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
      const bytes = await api.frameBytes(k, color.value || 'speed', forces.checked, every(moving));
      frame = new Frame(bytes);
      shown = k;
      apply(frame);
    } while (again);
    say('');
  } catch (e) {
    say((e as Error).message);
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
  byId('clock').textContent = `t = ${short(h.time)} s · step ${h.step.toLocaleString('en')} · ` +
    `${h.grains.toLocaleString('en')} grains` + (h.every > 1 ? ` (every ${h.every}th shown)` : '');
  byId('show-forces').toggleAttribute('disabled', !h.contacts_known);
  byId('show-forces').title = h.contacts_known ? '' : 'output.contacts = true stores them with the frames';
  void showPicked();
}

const numberOr = (id: string, otherwise: number) => {
  const text = byId<HTMLInputElement>(id).value;
  return text === '' || Number.isNaN(Number(text)) ? otherwise : Number(text);
};

function range(f: Frame): void {
  const s = stage.scale, c = f.head.color;
  s.lo = numberOr('lo', c.lo ?? 0);
  s.hi = numberOr('hi', c.hi ?? 1);
  s.hide = byId<HTMLInputElement>('hide').checked;
  s.use(maps, map.value);
  const stops = Array.from({ length: 9 }, (_, k) => s.css(k / 8)).join(', ');
  const bar = document.createElement('div');
  bar.className = 'bar';
  bar.style.background = `linear-gradient(to right, ${stops})`;
  const ends = document.createElement('div');
  ends.className = 'ends';
  for (const v of [s.lo, (s.lo + s.hi) / 2, s.hi]) {
    const mark = document.createElement('span');
    mark.textContent = short(v);
    ends.append(mark);
  }
  const label = document.createElement('div');
  label.textContent = c.label ? (c.unit ? `${c.label} in ${c.unit}` : c.label) : '';
  byId('legend').replaceChildren(...(c.label ? [label, bar, ends] : []));
}

async function showPicked(): Promise<void> {
  byId('picked').hidden = picked < 0;
  stage.markGrain(picked);
  if (picked < 0) return;
  byId('picked-id').textContent = String(picked);
  try {
    const g = await api.grainInfo(shown, picked);
    fillTable(byId<HTMLTableElement>('picked-fields'), g.fields.map(f => [f.name,
      Array.isArray(f.value) ? f.value.map(v => short(v ?? NaN)).join(', ') : short(f.value ?? NaN), f.unit]));
    byId('picked-contacts').textContent = !g.contacts_known ? 'Contacts are not stored with this frame.' :
      g.contacts.length === 0 ? 'Touches nothing.' :
      'Touches ' + g.contacts.map(c => `${c.wall ?? c.grain} (${short(c.force)} N)`).join(', ') + '.';
  } catch {
    fillTable(byId<HTMLTableElement>('picked-fields'), [['is not in this frame', '', '']]);
    byId('picked-contacts').textContent = '';
  }
}

async function showPath(): Promise<void> {
  const wanted = picked >= 0 && byId<HTMLInputElement>('show-path').checked;
  try {
    stage.path.set(wanted ? (await api.grainPath(picked)).x : []);
  } catch (e) {
    say((e as Error).message);
  }
  if (frame) stage.path.show(frame.head.origin);
  stage.draw();
}

async function plots(): Promise<void> {
  try {
    const head = await api.series([]);
    if (curve.options.length !== head.names.length) {
      const was = curve.value;
      curve.replaceChildren(new Option('energies', ''), ...head.names.slice(1).map(n => new Option(n.name, n.name)));
      curve.value = was;
    }
    const columns = curve.value === '' ? energyColumns(head) : [curve.value];
    plot.show(await api.series(columns), columns, curve.value === '');
  } catch (e) {
    plot.forget();
    byId('plot').textContent = (e as Error).message;
  }
}

function about(): void {
  document.title = `${info.name} · Scree`;
  byId('title').textContent = info.name;
  const live = info.live, v = info.verdict;
  const word = live && live.state !== 'ended' ? live.state : v?.word ?? '';
  const lamp = byId('verdict');
  lamp.textContent = word;
  lamp.dataset.word = word;
  lamp.title = v?.reasons ?? '';
  byId('control').hidden = !live || live.state === 'ended';
  for (const b of byId('control').querySelectorAll('button'))
    b.disabled = b.dataset.ask === 'pause' ? live?.state === 'paused' : b.dataset.ask === 'go' ? live?.state !== 'paused' : false;
  byId('status').textContent = live && live.state !== 'ended'
    ? `t = ${short(live.time)} of ${short(live.duration)} s · ${Math.round(live.steps_per_s).toLocaleString('en')} steps/s` +
      ` · ${live.contacts.toLocaleString('en')} contacts` + (live.eta_s > 0 ? ` · ${short(live.eta_s)} s to go` : '')
    : '';
  const checks = v?.checks ?? [];
  byId('checks').hidden = checks.length === 0;
  fillTable(byId<HTMLTableElement>('checks-table'),
    checks.map(c => [c.noted ? '◐' : c.ok ? '●' : '✕', c.name, c.reason ?? '']));
  const last = Math.max(0, info.frames.length - 1);
  time.max = String(last);
  byId('newest').hidden = !live;
  byId('newest').setAttribute('aria-pressed', String(follow));
}

let lastShown = -1, wasAlive = false;
async function poll(): Promise<void> {
  try {
    info = await api.runInfo();
    about();
    if (follow && info.live && info.live.shown !== lastShown) {
      lastShown = info.live.shown;
      await load(true);
    }
    say('');
  } catch (e) {
    say((e as Error).message);
  }
  // A run that has ended changes no more.
  const alive = info?.live ? info.live.state !== 'ended' : info?.verdict?.word === 'unfinished';
  if (info?.folder && !alive && wasAlive && info.live) {
    follow = false;
    time.value = time.max;
    void plots();
  }
  wasAlive = alive;
  setTimeout(poll, alive ? (follow ? 300 : 1000) : 5000);
}

async function play(): Promise<void> {
  playing = !playing;
  byId('play').setAttribute('aria-pressed', String(playing));
  byId('play').textContent = playing ? 'Hold' : 'Play';
  follow = false;
  while (playing) {
    const begin = performance.now();
    let next = Number(time.value) + 1;
    if (next > Number(time.max)) {
      if (!byId<HTMLInputElement>('loop').checked) break;
      next = 0;
    }
    time.value = String(next);
    await load(true);
    await new Promise(done => setTimeout(done, Math.max(0, 66 - (performance.now() - begin))));
  }
  if (playing) { playing = false; byId('play').textContent = 'Play'; byId('play').setAttribute('aria-pressed', 'false'); }
}

function wire(): void {
  time.addEventListener('input', () => { follow = false; void load(true); });
  time.addEventListener('change', () => void load());
  for (const id of ['color', 'show-forces']) byId(id).addEventListener('change', () => {
    byId<HTMLInputElement>('lo').value = byId<HTMLInputElement>('hi').value = '';
    void load();
  });
  for (const id of ['lo', 'hi', 'hide', 'map']) byId(id).addEventListener('input', () => {
    if (!frame) return;
    range(frame);
    stage.restyle();
  });
  const toggle = (id: string, what: { visible: boolean }) => byId<HTMLInputElement>(id).addEventListener('change', e => {
    what.visible = (e.target as HTMLInputElement).checked;
    stage.draw();
  });
  toggle('show-walls', stage.walls.group);
  byId('show-grains').addEventListener('change', e => {
    stage.balls.mesh.visible = stage.shapes.group.visible = (e.target as HTMLInputElement).checked;
    stage.draw();
  });
  byId('grow').addEventListener('input', e => {
    stage.balls.grow = Number((e.target as HTMLInputElement).value);
    stage.draw();
  });
  byId('opacity').addEventListener('input', e => {
    stage.walls.opacity = Number((e.target as HTMLInputElement).value);
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
  byId('play').addEventListener('click', () => void play());
  byId('newest').addEventListener('click', () => { follow = true; playing = false; void load(); });
  curve.addEventListener('change', () => void plots());
  byId('control').addEventListener('click', e => {
    const word = (e.target as HTMLElement).dataset.ask;
    if (word) void api.control(word).then(() => { if (word !== 'go') lastShown = -1; }, (x: Error) => say(x.message));
  });
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
    picked = k < 0 ? -1 : frame.u32('id')[k];
    void showPicked();
    void showPath();
  });
  byId('show-path').addEventListener('change', () => void showPath());
  document.addEventListener('keydown', e => {
    if (['INPUT', 'SELECT', 'TEXTAREA', 'BUTTON', 'SUMMARY'].includes((e.target as HTMLElement).tagName)) return;
    if (e.key === ' ') { e.preventDefault(); void play(); }
    if (e.key === 'Escape') { picked = -1; void showPicked(); void showPath(); }
    if (e.key === ',' || e.key === '.') {
      time.value = String(Number(time.value) + (e.key === '.' ? 1 : -1));
      follow = false;
      void load();
    }
  });
}

function theme(name: string): void {
  document.documentElement.dataset.theme = name;
  localStorage.setItem('scree-theme', name);
  stage.background(getComputedStyle(document.documentElement).getPropertyValue('--stage').trim());
  plot.forget();
  if (info) void plots();
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
  void poll();
  setInterval(() => { if (info?.live && info.live.state !== 'ended') void plots(); }, 2000);
}

// Shows the run that the program has now, from its beginning.
async function watch(): Promise<void> {
  info = await api.runInfo();
  follow = info.live !== null && info.live.state !== 'ended';
  lastShown = -1;
  picked = -1;
  stage.forget();
  time.max = String(Math.max(0, info.frames.length - 1));
  time.value = time.max;
  about();
  // A run may need a moment for its first state.
  for (let k = 0; k < 50 && follow && (info.live?.shown ?? 0) === 0; ++k) {
    await new Promise(done => setTimeout(done, 100));
    info = await api.runInfo();
  }
  await load();
  await plots();
  byId('scene').textContent = await api.sceneText().catch((e: Error) => e.message);
}

// For the tests of the page.
Object.assign(window, { screeView: { stage, editor, get frame() { return frame; }, get info() { return info; } } });
void begin();
