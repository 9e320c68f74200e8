// What tests and benchmarks of the page share: the program, a browser, pictures that are compared.
//
//   SCREE     the program (default ../build/release/apps/scree/scree)
//   PICTURES  a folder for the screenshots
//   RENEW=1   writes the small pictures that later screenshots are compared with (tests/pictures)
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';

const here = dirname(fileURLToPath(import.meta.url));
export const scree = process.env.SCREE ?? join(here, '../build/release/apps/scree/scree');
const pictures = process.env.PICTURES;
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const children = [];

// Grains that fall into a cup: a scene of a few seconds of work for 0.06 s.
export const fallScene = (duration, more = '', output = '') => `
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
${more}
[output]
frames = "5 ms"
series = "1 ms"
contacts = true
picture = false
${output}`;
export const isChecked = (page) => page.waitForFunction(() => document.querySelector('#facts').rows.length > 2, { timeout: 60000 });

export function launch() {
  if (!chromium) throw new Error('the tests of the page need chromium (apt-get install chromium)');
  return puppeteer.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
      '--allow-file-access-from-files', '--force-color-profile=srgb'],
  });
}

// Starts the program in a folder and returns the address that it prints.
export function start(folder, ...words) {
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
export function stopAll() {
  for (const c of children) c.kill('SIGKILL');
}

// A page with what it complains of.
export async function openPage(browser, url, width = 1280, height = 800) {
  const page = await browser.newPage();
  const trouble = [];
  page.on('pageerror', (e) => trouble.push(String(e)));
  page.on('console', (m) => { if (m.type() === 'error') trouble.push(m.text()); });
  await page.setViewport({ width, height });
  await page.goto(url);
  return { page, trouble };
}
// The same, with a frame on its stage.
export async function openRun(browser, url, width, height) {
  const opened = await openPage(browser, url, width, height);
  await opened.page.waitForFunction(() => window.screeView?.frame && window.screeView.stage.drawn > 0, { timeout: 30000 });
  return opened;
}

// Frames are drawn when something has changed: two of them later all of it is on the screen.
export const settled = (page) => page.evaluate(() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60)));
}));

const kWide = 40;  // blocks of a small picture
const small = (page, png, type) => page.evaluate(async (data, kind, wide) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const high = Math.round((wide * image.height) / image.width);
  const canvas = document.createElement('canvas');
  canvas.width = wide;
  canvas.height = high;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, 0, 0, wide, high);
  if (kind === 'png') return canvas.toDataURL('image/png').split(',')[1];
  return [...pen.getImageData(0, 0, wide, high).data];
}, png, type, kWide);

// Takes a screenshot and compares it with the stored one, both as 40 blocks across. Fonts and drivers differ from machine
// to machine: on average a block may differ by 8 of 255, and one in twenty by more than 40. Empty: alike.
export async function compare(page, name) {
  await settled(page);
  const png = await page.screenshot({ encoding: 'base64' });
  keep(name, Buffer.from(png, 'base64'));
  const file = join(here, 'tests/pictures', `${name}.png`);
  if (process.env.RENEW) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(await small(page, png, 'png'), 'base64'));
    return '';
  }
  if (!existsSync(file)) return `${name}: there is no stored picture; RENEW=1 makes it`;
  const is = await small(page, png, 'data'), was = await small(page, readFileSync(file).toString('base64'), 'data');
  if (is.length !== was.length) return `${name}: another size`;
  let sum = 0, far = 0;
  for (let k = 0; k < is.length; k += 4) {
    const d = Math.max(...[0, 1, 2].map((c) => Math.abs(is[k + c] - was[k + c])));
    sum += d;
    if (d > 40) ++far;
  }
  const blocks = is.length / 4, mean = sum / blocks;
  return mean <= 8 && far <= 0.05 * blocks ? '' : `${name}: differs by ${mean.toFixed(1)}, ${far} of ${blocks} blocks by much`;
}

function keep(name, png) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, `${name}.png`), png);
}
export async function shot(page, name) {
  if (pictures) keep(name, await page.screenshot());
}

// How many points of the 3D view differ from its corner: something is to be seen.
export const inked = (page, stage = 'window.screeView.stage') => page.evaluate(async (which) => {
  const image = new Image();
  image.src = which.split('.').slice(1).reduce((o, k) => o[k], window).picture();
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
}, stage);
