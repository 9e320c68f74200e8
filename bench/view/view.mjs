// Frame rate and cost of the viewer: see `run`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, openRun, scree, start, stopAll } from '../../web/testing.mjs';

const option = (name, otherwise) => {
  const k = process.argv.indexOf(`--${name}`);
  return k < 0 ? otherwise : Number(process.argv[k + 1]);
};
const most = option('most', 1e6), least = option('least', 1e4), rounds = option('rounds', 10), turn_s = option('turn', 4);
const only = process.argv[process.argv.indexOf('--only') + 1];  // pictures or cost
const folder = mkdtempSync(join(tmpdir(), 'scree-bench-view-'));
const sleep = (s) => new Promise((done) => setTimeout(done, 1000 * s));

// A block of grains near each other, at rest or falling.
const block = (grains, duration, threads) => {
  const side = Math.ceil(Math.cbrt(grains)), size = (0.0022 * side).toFixed(5);
  return `
duration = "${duration}"
threads = ${threads}
[material.glass]
density = 2500
normal = { law = "linear", contact_time = "1 ms", restitution = 0.5 }
[[wall]]
shape = "plane"
[[fill]]
kind = "lattice"
diameter = "2 mm"
count = ${grains}
region = { kind = "box", lo = [0, 0.001, 0], hi = [${size}, ${2 * size}, ${size}] }
[output]
frames = 0
series = 0
checkpoint = 0
picture = false
`;
};

async function frameRate(browser, grains) {
  const name = `g${grains}`;
  writeFileSync(join(folder, `${name}.toml`), block(grains, '0.02 ms', 0).replace('frames = 0', 'frames = "1 s"'));
  execFileSync(scree, ['run', `${name}.toml`, '-o', name, '--quiet'], { cwd: folder });
  const { url, child } = await start(folder, 'view', name);
  const began = performance.now();
  const { page } = await openRun(browser, url, 1280, 800);
  const first_s = (performance.now() - began) / 1000;
  const result = await page.evaluate(async () => {
    const stage = window.screeView.stage;
    const next = () => new Promise((done) => requestAnimationFrame(done));
    const drawn = async (moving, seconds) => {
      const begin = performance.now(), before = stage.drawn;
      while (performance.now() - begin < 1000 * seconds) { stage.draw(moving); await next(); }
      return (1000 * (stage.drawn - before)) / (performance.now() - begin);
    };
    await drawn(false, 1);
    const whole = await drawn(false, 5), whole_ms = stage.draw_ms, turning = await drawn(true, 5);
    const at = performance.now();
    stage.pick(innerWidth / 3, innerHeight / 2);
    return { whole, whole_ms, turning, pick_ms: performance.now() - at, shown: stage.balls.total };
  });
  await page.close();
  child.kill('SIGTERM');
  rmSync(join(folder, name), { recursive: true });
  return { grains, first_s, ...result };
}

const ask = (url) => {
  const origin = url.replace(/#.*/, ''), token = /token=(\w+)/.exec(url)[1];
  return (path) => fetch(`${origin}api/${path}`, { headers: { 'X-Scree-Token': token } });
};

// A viewer that does what the page does, but takes long to read: asks for the state one to three times a second, and for the
// newest frame when there is a newer one.
function viewer(url) {
  const get = ask(url);
  let over = false, frames = 0, shown = -1;
  const done = (async () => {
    while (!over) {
      const { live } = await (await get('run')).json();
      if (live.shown !== shown) {
        shown = live.shown;
        const reader = (await get('frame?k=newest')).body.getReader();
        while (!(await reader.read()).done) await sleep(0.002);
        ++frames;
      }
      await sleep(Math.min(Math.max(live.next_s, 0.3), 1));
    }
  })();
  return { stop: async () => { over = true; await done; return frames; } };
}

// Processor time in s: of the thread that computes, which is the first, and of those that answer.
const processor = (pid) => {
  const of = (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
  const others = readdirSync(`/proc/${pid}/task`).filter((t) => Number(t) !== pid);
  return { run: of(pid), answers: others.reduce((sum, t) => sum + of(t), 0) };
};

// One run on one thread; in each round none, one and ten viewers, each for some seconds. Counted is what the program spends
// on them, as shares of the time: processor time of the threads that answer, and how long the run stands still for copies.
// Others who use the machine make the copies slower, not the shares smaller; the viewers are programs of their own.
async function cost(grains) {
  writeFileSync(join(folder, 'live.toml'), block(grains, '1000 s', 1));
  const { url, child } = await start(folder, 'run', 'live.toml', '-o', 'live', '--live', '--quiet');
  const ended = new Promise((r) => child.on('exit', r));
  const began = performance.now(), get = ask(url);
  const now = async () => {
    const { live } = await (await get('run')).json(), at = (performance.now() - began) / 1000;
    return { ...processor(child.pid), at, copies: live.copy_s };
  };
  await sleep(10);  // the first copy is paid off
  const sum = { 0: [0, 0, 0, 0, 0], 1: [0, 0, 0, 0, 0], 10: [0, 0, 0, 0, 0] };
  for (let r = 0; r < rounds; ++r)
    for (const viewers of r % 2 === 0 ? [0, 1, 10] : [10, 1, 0]) {
      const all = Array.from({ length: viewers }, () => viewer(url));
      await sleep(0.3);
      const a = await now();
      await sleep(turn_s);
      const b = await now();
      let frames = 0;
      for (const v of all) frames += await v.stop();
      [b.run - a.run, b.answers - a.answers, b.copies - a.copies, b.at - a.at, frames].forEach((v, k) => { sum[viewers][k] += v; });
    }
  child.kill('SIGTERM');
  await ended;
  const of = Object.fromEntries(Object.entries(sum).map(([n, [run, answers, copies, wall, frames]]) =>
    [n, { answers: answers / wall, copies: copies / wall, run: run / wall, frames }]));
  return { grains, rounds, turn_s, of };
}

const percent = (v) => `${(100 * v).toFixed(2)}%`;
const result = { frame_rate: [], cost: [] };
let browser;
try {
  browser = await launch();
  for (const n of only === 'cost' ? [] : [1e4, 1e5, 1e6].filter((g) => g >= least && g <= most)) {
    const r = await frameRate(browser, n);
    console.log(`${r.grains} grains: first picture after ${r.first_s.toFixed(1)} s, ${r.whole.toFixed(1)} pictures/s, ` +
      `${r.turning.toFixed(1)} while turning, a pick ${r.pick_ms.toFixed(0)} ms`);
    result.frame_rate.push(r);
  }
  await browser.close();
  browser = null;
  for (const n of only === 'pictures' ? [] : [1e4, 1e5].filter((g) => g >= least && g <= most)) {
    const r = await cost(n);
    console.log(`${r.grains} grains live:` + Object.entries(r.of).map(([n, c]) =>
      ` ${n} viewers: copies ${percent(c.copies)}, answers ${percent(c.answers)} of a core (the run had ${percent(c.run)} of one), ${c.frames} frames sent`).join(';'));
    result.cost.push(r);
    rmSync(join(folder, 'live'), { recursive: true, force: true });
  }
  writeFileSync(process.env.OUT ?? 'view.json', JSON.stringify(result, null, 1));
} finally {
  await browser?.close();
  stopAll();
  rmSync(folder, { recursive: true, force: true });
}
