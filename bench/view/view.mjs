// Frame rate and cost of the viewer: see `run`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, openRun, scree, start, stopAll } from '../../web/testing.mjs';

const option = (name, otherwise) => {
  const k = process.argv.indexOf(`--${name}`);
  return k < 0 ? otherwise : Number(process.argv[k + 1]);
};
const most = option('most', 1e6), rounds = option('rounds', 10), turn_s = option('turn', 3);
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

// A viewer as a page is one, but slow: asks for the state and for the newest frame, and takes long to read it.
function viewer(url, seconds_each) {
  const origin = url.replace(/#.*/, ''), token = /token=(\w+)/.exec(url)[1];
  const get = (path) => fetch(`${origin}api/${path}`, { headers: { 'X-Scree-Token': token } });
  let over = false, frames = 0, bytes = 0;
  const done = (async () => {
    while (!over) {
      await (await get('run')).json();
      const reader = (await get('frame?k=newest&contacts=1')).body.getReader();
      for (;;) {
        const part = await reader.read();
        if (part.done) break;
        bytes += part.value.length;
        await sleep(0.002);
      }
      ++frames;
      await sleep(seconds_each);
    }
  })();
  return { stop: async () => { over = true; await done; return { frames, bytes }; } };
}

// One run; in each round none, one, ten viewers and none again, each for some seconds. Ratios are taken within a round.
async function cost(grains) {
  writeFileSync(join(folder, 'live.toml'), block(grains, '1000 s', 1));
  const { url, child } = await start(folder, 'run', 'live.toml', '-o', 'live', '--live', '--quiet');
  const origin = url.replace(/#.*/, ''), token = /token=(\w+)/.exec(url)[1];
  const step = async () => {
    const live = (await (await fetch(`${origin}api/run`, { headers: { 'X-Scree-Token': token } })).json()).live;
    return [live.step, performance.now()];
  };
  await sleep(5);
  const ratios = { 1: [], 10: [] };
  let frames = 0;
  for (let r = 0; r < rounds; ++r) {
    const rate = {};
    for (const viewers of [0, 1, 10, -0]) {
      const all = Array.from({ length: viewers }, () => viewer(url, 0.3));
      await sleep(0.3);
      const [a, s] = await step();
      await sleep(turn_s);
      const [b, t] = await step();
      (rate[viewers] ??= []).push((b - a) / (t - s));
      for (const v of all) frames += (await v.stop()).frames;
    }
    const alone = (rate[0][0] + rate[0][1]) / 2;
    for (const n of [1, 10]) ratios[n].push(rate[n][0] / alone);
  }
  child.kill('SIGTERM');
  const median = (v) => [...v].sort((a, b) => a - b)[Math.floor(v.length / 2)];
  return { grains, rounds, frames, one: median(ratios[1]), ten: median(ratios[10]), ones: ratios[1], tens: ratios[10] };
}

const result = { frame_rate: [], cost: [] };
let browser;
try {
  browser = await launch();
  for (const n of [1e4, 1e5, 1e6].filter((g) => g <= most)) {
    const r = await frameRate(browser, n);
    console.log(`${r.grains} grains: first picture after ${r.first_s.toFixed(1)} s, ${r.whole.toFixed(1)} pictures/s, ` +
      `${r.turning.toFixed(1)} while turning, a pick ${r.pick_ms.toFixed(0)} ms`);
    result.frame_rate.push(r);
  }
  await browser.close();
  browser = null;
  for (const n of [1e4, 1e5].filter((g) => g <= most)) {
    const r = await cost(n);
    console.log(`${r.grains} grains live, steps/s against none: one viewer ${r.one.toFixed(4)}, ten ${r.ten.toFixed(4)} ` +
      `(median of ${r.rounds} rounds), ${r.frames} frames sent`);
    result.cost.push(r);
    rmSync(join(folder, 'live'), { recursive: true, force: true });
  }
  writeFileSync(process.env.OUT ?? 'view.json', JSON.stringify(result, null, 1));
} finally {
  await browser?.close();
  stopAll();
  rmSync(folder, { recursive: true, force: true });
}
