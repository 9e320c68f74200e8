// The page in a real browser: headless Chromium against a run that this test makes.
//
//   node --test tests/        SCREE: the program (default ../build/release/apps/scree/scree)
import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';

const scree = process.env.SCREE ?? join(dirname(fileURLToPath(import.meta.url)), '../../build/release/apps/scree/scree');
const pictures = process.env.PICTURES;  // a folder for the screenshots
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const folder = mkdtempSync(join(tmpdir(), 'scree-page-'));
const children = [];
let browser;

const scene = (duration) => `
title = "Grains that fall"
duration = "${duration}"
[material.glass]
density = 2500
normal = { law = "linear", contact_time = "1 ms", restitution = 0.5 }
[[wall]]
name = "cup"
shape = "box"
size = [0.03, 0.06, 0.03]
centre = [0.015, 0.03, 0.015]
open = "top"
[[fill]]
kind = "random"
count = 200
diameter = "3 mm"
[output]
frames = "5 ms"
series = "1 ms"
contacts = true
`;

// Starts the program and returns the address that it prints.
function start(...words) {
  const child = spawn(scree, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return new Promise((resolve, reject) => {
    let text = '';
    const look = (more) => {
      text += more;
      const url = /http:\/\/\S+#token=[0-9a-f]+/.exec(text);
      if (url) resolve({ url: url[0], child });
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.on('exit', () => reject(new Error(text)));
  });
}

async function open(url, width = 1280, height = 800) {
  const page = await browser.newPage();
  const trouble = [];
  page.on('pageerror', (e) => trouble.push(String(e)));
  page.on('console', (m) => { if (m.type() === 'error') trouble.push(m.text()); });
  await page.setViewport({ width, height });
  await page.goto(url);
  await page.waitForFunction(() => window.screeView?.frame && window.screeView.stage.drawn > 0, { timeout: 30000 });
  return { page, trouble };
}

async function shot(page, name) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

// How many points of the 3D view differ from its corner: something is to be seen.
const inked = (page) => page.evaluate(async () => {
  const image = new Image();
  image.src = window.screeView.stage.picture();
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const d = pen.getImageData(0, 0, image.width, image.height).data;
  let n = 0;
  for (let k = 0; k < d.length; k += 4)
    if (Math.abs(d[k] - d[0]) + Math.abs(d[k + 1] - d[1]) + Math.abs(d[k + 2] - d[2]) > 60) ++n;
  return n / (d.length / 4);
});

before(async () => {
  assert.ok(chromium, 'the tests of the page need chromium (apt-get install chromium)');
  writeFileSync(join(folder, 'fall.toml'), scene('0.06 s'));
  writeFileSync(join(folder, 'long.toml'), scene('20 s'));
  execFileSync(scree, ['run', 'fall.toml', '-o', 'fall', '--quiet'], { cwd: folder });
  browser = await puppeteer.launch({
    executablePath: chromium, args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
});
after(async () => {
  await browser?.close();
  for (const c of children) c.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('a run is shown, played, coloured, cut and picked', async () => {
  const { url } = await start('view', 'fall');
  const { page, trouble } = await open(url);
  assert.ok(!page.url().includes('token'), 'the token leaves the address');
  assert.equal(await page.$eval('#title', (e) => e.textContent), 'fall');
  assert.equal(await page.$eval('#time', (e) => e.max), '12');
  await shot(page, 'last-frame');
  const share = await inked(page);
  assert.ok(share > 0.02, `the grains are to be seen: ${share}`);

  await page.select('#color', 'radius');
  await page.waitForFunction(() => window.screeView.frame.head.color.by === 'radius');
  assert.match(await page.$eval('#legend', (e) => e.textContent), /radius/);

  await page.$eval('#time', (e) => { e.value = '0'; e.dispatchEvent(new Event('input')); });
  await page.waitForFunction(() => window.screeView.frame.head.time === 0);
  await page.click('#play');
  await page.waitForFunction(() => window.screeView.frame.head.time > 0.01);
  await page.click('#play');

  await page.click('#show-walls');
  const whole = await inked(page);
  await page.select('#cut', 'x');
  const half = await inked(page);
  assert.ok(half < 0.8 * whole && half > 0.1 * whole, `a cut takes grains away: ${half} of ${whole}`);
  await page.select('#cut', '');

  const place = await page.$eval('#canvas', (e) => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; });
  let picked = false;
  for (const [dx, dy] of [[0, 0], [0, 40], [0, 80], [20, 60], [-20, 60], [0, 120]]) {
    await page.mouse.click(place[0] + dx, place[1] + dy);
    await new Promise((r) => setTimeout(r, 100));
    picked = await page.$eval('#picked', (e) => !e.hidden);
    if (picked) break;
  }
  assert.ok(picked, 'a click in the middle finds a grain');
  await page.waitForFunction(() => document.querySelector('#picked-fields').rows.length > 5);
  await page.click('#show-path');
  await page.$eval('#time', (e) => { e.value = e.max; e.dispatchEvent(new Event('change')); });
  await page.click('#show-forces');
  await page.waitForFunction(() => window.screeView.frame.f32('contact_force').length > 0);
  await page.waitForSelector('#plot canvas');
  await page.click('#theme');
  await shot(page, 'dark-picked');
  assert.deepEqual(trouble, []);
  await page.close();
});

test('a small window shows everything', async () => {
  const { url } = await start('view', 'fall');
  const { page, trouble } = await open(url, 420, 720);
  await shot(page, 'small');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(trouble, []);
  await page.close();
});

test('without the token nothing is shown', async () => {
  const { url } = await start('view', 'fall');
  const page = await browser.newPage();
  await page.goto(url.replace(/#.*/, '#token=00000000000000000000000000000000'));
  await page.waitForFunction(() => !document.querySelector('#message').hidden);
  assert.match(await page.$eval('#message', (e) => e.textContent), /token/);
  await page.close();
});

test('a live run is followed, paused, stepped and stopped', async () => {
  const { url, child } = await start('run', 'long.toml', '-o', 'long', '--live');
  const ended = new Promise((r) => child.on('exit', r));
  const { page, trouble } = await open(url);
  await page.waitForFunction(() => document.querySelector('#verdict').textContent === 'running');
  const first = await page.evaluate(() => window.screeView.frame.head.step);
  await page.waitForFunction((s) => window.screeView.frame.head.step > s, {}, first);
  await page.click('[data-ask=pause]');
  await page.waitForFunction(() => document.querySelector('#verdict').textContent === 'paused');
  const held = await page.evaluate(() => window.screeView.info.live.step);
  await page.click('[data-ask=step]');
  await page.waitForFunction((s) => window.screeView.info.live.step === s + 1, {}, held);
  await shot(page, 'live-paused');
  await page.click('[data-ask=stop]');
  await ended;
  assert.ok(existsSync(join(folder, 'long/summary.json')));
  // It goes on where it was stopped.
  const { url: again, child: second } = await start('run', '--resume', 'long', '--live');
  const next = await open(again);
  await next.page.waitForFunction((s) => window.screeView.info.live.step > s, {}, held);
  second.kill('SIGTERM');
  // This page lies behind the other one, where no pictures are drawn: looked at by the clock.
  await page.waitForFunction(() => /has ended/.test(document.querySelector('#message').textContent), { polling: 200 });
  assert.deepEqual(trouble.filter((t) => !/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/.test(t)), []);
  await page.close();
  await next.page.close();
});

test('a scene is written, its mistakes are shown at their lines, and it is run', async () => {
  const { url } = await start('view', 'fall.toml');
  const page = await browser.newPage();
  const trouble = [];
  page.on('pageerror', (e) => trouble.push(String(e)));
  await page.setViewport({ width: 1400, height: 850 });
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector('#facts-word')?.textContent === 'may run, with doubts' ||
    document.querySelector('#facts-word')?.textContent === 'is fine', { timeout: 30000 });
  await page.waitForFunction(() => document.querySelector('#facts').rows.length > 2);
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
  await page.waitForFunction(() => ['ok', 'doubtful'].includes(document.querySelector('#verdict').textContent), { timeout: 20000 });
  await shot(page, 'bench');
  assert.ok(existsSync(join(folder, 'runs/fall-001/summary.json')));
  // The same bits as from the command line.
  const hash = (run) => JSON.parse(readFileSync(join(folder, run, 'summary.json'))).state_hash;
  assert.ok(hash('fall'));
  assert.equal(hash('runs/fall-001'), hash('fall'));
  assert.deepEqual(trouble, []);
  await page.close();
});
