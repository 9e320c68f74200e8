// The page in a real browser: headless Chromium against runs that this test makes. testing.mjs says what can be set.
import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compare, fallScene, inked, launch, openPage, openRun, scree, settled, shot, start, stopAll } from '../testing.mjs';

const folder = mkdtempSync(join(tmpdir(), 'scree-page-'));
let browser;

const read = (file) => readFileSync(join(folder, file), 'utf8');
const summary = (run) => JSON.parse(read(`${run}/summary.json`));
const slide = (page, id, value, event = 'change') => page.$eval(id, (e, v, kind) => {
  e.value = v === 'max' ? e.max : v;
  e.dispatchEvent(new Event(kind));
}, value, event);
// Where the page could not reach a program that has ended.
const unreachable = (t) => /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/.test(t);

before(async () => {
  writeFileSync(join(folder, 'fall.toml'), fallScene('0.06 s'));
  writeFileSync(join(folder, 'long.toml'), fallScene('20 s'));
  execFileSync(scree, ['run', 'fall.toml', '-o', 'fall', '--quiet'], { cwd: folder });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  stopAll();
  rmSync(folder, { recursive: true, force: true });
});

test('a run is shown, played, coloured, cut and picked', async () => {
  const { url } = await start(folder, 'view', 'fall');
  const { page, trouble } = await openRun(browser, url);
  assert.ok(!page.url().includes('token'), 'the token leaves the address');
  assert.equal(await page.$eval('#title', (e) => e.textContent), 'fall');
  assert.equal(await page.$eval('#time', (e) => e.max), '12');
  await page.waitForSelector('#plot canvas');
  assert.equal(await compare(page, 'last-frame'), '');
  const share = await inked(page);
  assert.ok(share > 0.02, `the grains are to be seen: ${share}`);

  await page.select('#color', 'radius');
  await page.waitForFunction(() => window.screeView.frame.head.color.by === 'radius');
  assert.match(await page.$eval('#legend', (e) => e.textContent), /radius/);
  await page.select('#color', 'id');
  await page.waitForFunction(() => /a colour for each/.test(document.querySelector('#legend').textContent));

  await slide(page, '#time', '0', 'input');
  await page.waitForFunction(() => window.screeView.frame.head.time === 0);
  await page.click('#play');
  await page.waitForFunction(() => window.screeView.frame.head.time > 0.01);
  await page.click('#play');
  await page.focus('#canvas');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => window.screeView.frame.head.time === 0);
  await page.keyboard.press('.');
  await page.waitForFunction(() => window.screeView.frame.head.time > 0.004 && window.screeView.frame.head.time < 0.006);

  await page.click('#show-walls');
  const whole = await inked(page);
  await page.select('#clip', 'x');
  const half = await inked(page);
  assert.ok(half < 0.8 * whole && half > 0.1 * whole, `a cut takes grains away: ${half} of ${whole}`);
  await page.select('#clip', '');

  const place = await page.$eval('#canvas', (e) => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; });
  let picked = false;
  for (const [dx, dy] of [[0, 0], [0, 40], [0, 80], [20, 60], [-20, 60], [0, 120]]) {
    await page.mouse.click(place[0] + dx, place[1] + dy);
    await settled(page);
    picked = await page.$eval('#picked-body', (e) => !e.hidden);
    if (picked) break;
  }
  assert.ok(picked, 'a click in the middle finds a grain');
  await page.waitForFunction(() => document.querySelector('#picked-fields').rows.length > 5);
  await page.click('#show-path');
  await slide(page, '#time', 'max');
  await page.click('#show-forces');
  await page.waitForFunction(() => window.screeView.frame.f32('contact_force').length > 0);
  // A grain that touches another: its neighbour is a click away.
  const touching = await page.evaluate(() => {
    const f = window.screeView.frame, flags = f.u32('id');
    return flags[0];
  });
  await page.$eval('#find', (e, id) => { e.value = id; e.dispatchEvent(new Event('change')); }, String(touching));
  await page.waitForFunction((id) => document.querySelector('#picked-id').textContent === String(id), {}, touching);
  await page.click('#theme');
  assert.equal(await compare(page, 'dark-picked'), '');
  assert.deepEqual(trouble, []);
  await page.close();
});

test('cells, curves, stage timers and lights', async () => {
  const { url } = await start(folder, 'view', 'fall');
  const { page, trouble } = await openRun(browser, url, 1920, 1080);
  await page.click('#show-cells');
  await page.waitForFunction(() => window.screeView.stage.cells.about(0)?.faces > 3);
  // They share the space that the walls leave up to the highest grain.
  const volume = await page.evaluate(() => [...Array(200).keys()].reduce((s, k) => s + (window.screeView.stage.cells.about(k)?.volume ?? 0), 0));
  assert.ok(volume > 200 * 1.41e-8 && volume < 0.03 * 0.06 * 0.03 * 1.01, `of all cells: ${volume} m^3`);
  await page.$eval('#find', (e) => { e.value = '5'; e.dispatchEvent(new Event('change')); });
  await page.waitForFunction(() => /faces/.test(document.querySelector('#picked-fields').textContent));
  await page.$$eval('#curves input', (all) => all.filter((i) => ['kinetic', 'contacts'].includes(i.value)).forEach((i) => i.click()));
  await page.waitForFunction(() => /contacts/.test(document.querySelector('#plot .u-legend')?.textContent ?? ''));
  assert.match(await page.$eval('#plot .u-legend', (e) => e.textContent), /kinetic/);
  assert.ok(await page.$$eval('#lights li', (all) => all.length > 3 && all.every((e) => e.dataset.light)));
  await page.$eval('#timers', (e) => { e.open = true; });
  const shares = await page.$$eval('#timers-table tr', (rows) => rows.map((r) => parseFloat(r.cells[2].textContent)));
  assert.ok(shares.length >= 8 && Math.abs(shares.reduce((a, b) => a + b) - 100) < 5, `${shares}`);
  assert.equal(await compare(page, 'large'), '');
  assert.deepEqual(trouble, []);
  await page.close();
});

test('bonded bodies have colours and bonds', async () => {
  writeFileSync(join(folder, 'rods.toml'), `
duration = "2 ms"
[material.glass]
density = 2500
normal = { law = "linear", contact_time = "1 ms", restitution = 0.5 }
[bond.glue]
kind = "beam"
young = "20 MPa"
[cluster.rod]
shape = "rod"
balls = 4
diameter = "3 mm"
kind = "bonded"
bond = "glue"
[[wall]]
name = "box"
shape = "box"
size = [0.04, 0.04, 0.04]
centre = [0, 0.02, 0]
[[fill]]
kind = "random"
cluster = "rod"
count = 12
inside = "box"
[output]
frames = "1 ms"
contacts = true
`);
  try {
    execFileSync(scree, ['run', 'rods.toml', '-o', 'rods', '--quiet'], { cwd: folder, stdio: 'pipe' });
  } catch (e) {
    assert.fail(String(e.stderr));
  }
  const { url } = await start(folder, 'view', 'rods');
  const { page, trouble } = await openRun(browser, url, 700, 500);
  await page.click('#show-bonds');
  await page.waitForFunction(() => window.screeView.frame.f32('bond_strain').length > 0);
  await page.select('#color', 'body');
  await page.waitForFunction(() => window.screeView.frame.head.color.by === 'body');
  await slide(page, '#grow', '0.3', 'input');
  await settled(page);
  await shot(page, 'rods');
  assert.deepEqual(trouble, []);
  await page.close();
});

test('small windows show everything', async () => {
  const { url } = await start(folder, 'view', 'fall');
  for (const [width, height, name] of [[390, 800, 'small'], [1024, 640, 'medium']]) {
    const { page, trouble } = await openRun(browser, url, width, height);
    await page.waitForSelector('#plot canvas');
    assert.equal(await compare(page, name), '');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    const stage = await page.$eval('#stage', (e) => e.getBoundingClientRect().height);
    assert.ok(stage > 0.3 * height, `the view has ${stage} of ${height}`);
    assert.deepEqual(trouble, []);
    await page.close();
  }
});

test('without the token nothing is shown', async () => {
  const { url } = await start(folder, 'view', 'fall');
  const page = await browser.newPage();
  await page.goto(url.replace(/#.*/, '#token=00000000000000000000000000000000'));
  await page.waitForFunction(() => !document.querySelector('#message').hidden);
  assert.match(await page.$eval('#message', (e) => e.textContent), /token/);
  await page.close();
});

test('a live run is followed, paused, stepped, changed and stopped', async () => {
  const { url, child } = await start(folder, 'run', 'long.toml', '-o', 'long', '--live');
  const ended = new Promise((r) => child.on('exit', r));
  const { page, trouble } = await openRun(browser, url);
  await page.waitForFunction(() => document.querySelector('#verdict').textContent === 'running');
  const first = await page.evaluate(() => window.screeView.frame.head.step);
  await page.waitForFunction((s) => window.screeView.frame.head.step > s, {}, first);
  await page.click('[data-ask=pause]');
  await page.waitForFunction(() => document.querySelector('#verdict').textContent === 'paused');
  const held = await page.evaluate(() => window.screeView.info.live.step);
  await page.click('[data-ask=step]');
  await page.waitForFunction((s) => window.screeView.info.live.step === s + 1, {}, held);

  const set = (key, value) => page.evaluate((k, v) => {
    const input = document.getElementById(`set-${k}`);
    input.value = v;
    input.dispatchEvent(new Event('change'));
  }, key, value);
  await set('output.frames', '5 mm');
  await page.waitForFunction(() => /E|a time|length/.test(document.querySelector('#message').textContent) &&
    document.getElementById('set-output.frames').getAttribute('aria-invalid') === 'true');
  await set('output.frames', '2 ms');
  await page.waitForFunction(() => window.screeView.info.live.settings['output.frames'] === 0.002);
  await set('duration', '30 s');
  await page.waitForFunction(() => window.screeView.info.live.duration === 30);
  const frames = await page.evaluate(() => window.screeView.info.frames.length);
  await page.click('[data-ask=frame]');
  await page.waitForFunction((n) => window.screeView.info.frames.length === n + 1, {}, frames);
  await page.waitForFunction(() => /frame at step/.test(document.querySelector('#asked').textContent));
  assert.ok(await page.$$eval('#lights li', (all) => all.length > 3), 'a verdict so far');
  await shot(page, 'live-paused');
  await page.click('[data-ask=stop]');
  // The page stays, with the verdict of what there is.
  await page.waitForFunction(() => window.screeView.info.live.state === 'ended' && window.screeView.info.verdict);
  assert.ok(await page.$eval('#control', (c) => c.hidden), 'nothing is left to ask for');
  child.kill('SIGINT');
  await ended;
  const events = summary('long').provenance.events.map((e) => e.text).join('\n');
  for (const what of [/^pause$/m, /^step$/m, /output\.frames: 5 ms -> 2 ms/, /duration: 20 s -> 30 s/, /^frame$/m, /^stop$/m]) {
    assert.match(events, what);
    assert.match(read('long/control.log'), new RegExp(what.source.replace(/[$^]/g, '')));
  }
  // It goes on where it was stopped, with what was changed.
  const { url: again, child: second } = await start(folder, 'run', '--resume', 'long', '--live');
  const next = await openRun(browser, again);
  await next.page.waitForFunction((s) => window.screeView.info.live.step > s, {}, held);
  assert.equal(await next.page.evaluate(() => window.screeView.info.live.duration), 30);
  second.kill('SIGTERM');
  // This page lies behind the other one, where no pictures are drawn: looked at by the clock.
  await page.waitForFunction(() => /has ended/.test(document.querySelector('#message').textContent), { polling: 200 });
  assert.deepEqual(trouble.filter((t) => !unreachable(t) && !/400/.test(t)), []);
  await page.close();
  await next.page.close();
});

test('a scene is written, its mistakes are shown at their lines, and it is run', async () => {
  const { url } = await start(folder, 'view', 'fall.toml');
  const { page, trouble } = await openPage(browser, url, 1400, 850);
  await page.waitForFunction(() => document.querySelector('#facts-word')?.textContent === 'may run, with doubts' ||
    document.querySelector('#facts-word')?.textContent === 'is fine', { timeout: 30000 });
  await page.waitForFunction(() => document.querySelector('#facts').rows.length > 2);
  await page.click('#begin-from');
  await page.waitForFunction(() => document.querySelector('.card[data-name=drum] img')?.complete);
  assert.ok(await page.$$eval('.card', (all) => all.length > 10));
  await page.evaluate(() => Promise.all([...document.querySelectorAll('.card img')].slice(0, 12).map((i) => i.decode().catch(() => {}))));
  await shot(page, 'starters');
  await page.click('#starters [data-close]');
  // A word of ours, misspelt.
  await page.evaluate(() => window.screeView.editor.set(window.screeView.editor.text.replace('count = 200', 'coutn = 200')));
  await page.waitForSelector('.cm-lint-marker-error', { timeout: 15000 });
  assert.match(await page.$eval('#facts-word', (e) => e.textContent), /mistake/);
  assert.equal(await page.$eval('#start', (e) => e.disabled), true);
  const line = await page.$eval('.cm-lintRange-error', (e) => e.closest('.cm-line').textContent);
  assert.match(line, /coutn/);
  await page.hover('.cm-lint-marker-error');
  await page.waitForSelector('.cm-tooltip-lint');
  assert.match(await page.$eval('.cm-tooltip-lint', (e) => e.textContent), /E0101.*did you mean/s);
  await shot(page, 'mistake');
  await page.evaluate(() => window.screeView.editor.set(window.screeView.editor.text.replace('coutn', 'count')));
  await page.waitForFunction(() => !document.querySelector('#start').disabled, { timeout: 15000 });
  await page.click('#start');
  await page.waitForFunction(() => window.screeView.info?.live?.state === 'ended' &&
    window.screeView.info.frames.length === 13, { timeout: 60000 });
  await page.waitForFunction(() => ['ok', 'doubtful'].includes(document.querySelector('#verdict').textContent), { timeout: 60000 });
  await page.waitForFunction(() => document.querySelector('#time').value === '12');
  await page.waitForSelector('#plot canvas');
  assert.equal(await compare(page, 'bench'), '');
  assert.ok(existsSync(join(folder, 'runs/fall-001/summary.json')));
  // The same bits as from the command line.
  assert.ok(summary('fall').state_hash);
  assert.equal(summary('runs/fall-001').state_hash, summary('fall').state_hash);
  assert.deepEqual(trouble, []);
  await page.close();
});

test('a report shows the last state in 3D without a server', async () => {
  execFileSync(scree, ['report', 'fall'], { cwd: folder, stdio: 'pipe' });
  const page = await browser.newPage();
  const trouble = [];
  page.on('pageerror', (e) => trouble.push(String(e)));
  page.on('console', (m) => { if (m.type() === 'error') trouble.push(m.text()); });
  page.on('request', (r) => { if (!/^(file|data|blob):/.test(r.url())) trouble.push(`asks for ${r.url()}`); });
  await page.setViewport({ width: 1000, height: 900 });
  await page.goto(pathToFileURL(join(folder, 'fall/report.html')).href);
  await page.waitForFunction(() => window.screeReport?.stage.drawn > 0, { timeout: 30000 });
  const share = await inked(page, 'window.screeReport.stage');
  assert.ok(share > 0.02, `the grains are to be seen: ${share}`);
  await page.select('#scree-tools select', 'radius');
  assert.match(await page.$eval('#scree-legend', (e) => e.textContent), /radius/);
  assert.equal(await compare(page, 'report'), '');
  assert.deepEqual(trouble, []);
  await page.close();
});
