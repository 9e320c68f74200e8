// What is drawn, and what is kept of it: forces that can be seen and are explained, saved pictures with their legend.
import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fallScene, launch, openRun, scree, settled, shot, start, stopAll } from '../testing.mjs';

const folder = mkdtempSync(join(tmpdir(), 'scree-pictures-'));
let browser;

const cubes = `
duration = "60 ms"
[material.glass]
density = 2500
normal = { law = "linear", contact_time = "1 ms", restitution = 0.2 }
[shape.cube]
kind = "polyhedron"
form = "cube"
[[wall]]
name = "cup"
shape = "box"
size = [0.03, 0.06, 0.03]
centre = [0.015, 0.03, 0.015]
open = "top"
[[fill]]
kind = "random"
count = 60
shape = "cube"
diameter = "5 mm"
[output]
frames = "20 ms"
contacts = true
picture = false
`;

before(async () => {
  for (const [name, text] of [['fall', fallScene('0.1 s')], ['cubes', cubes]]) {
    writeFileSync(join(folder, `${name}.toml`), text);
    try {
      execFileSync(scree, ['run', `${name}.toml`, '-o', name, '--quiet'], { cwd: folder, stdio: 'pipe' });
    } catch (e) {
      throw new Error(String(e.stderr));
    }
  }
  browser = await launch();
});
after(async () => {
  await browser?.close();
  stopAll();
  rmSync(folder, { recursive: true, force: true });
});

// The points of a picture: all, and those that are coloured; grains are grey here.
const points = (page, address) => page.evaluate(async (src) => {
  const image = new Image();
  image.src = src;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  const count = { red: 0, blue: 0, wide: image.width, high: image.height };
  for (let k = 0; k < data.length; k += 4) {
    if (data[k] > data[k + 2] + 60) ++count.red;
    if (data[k + 2] > data[k] + 60) ++count.blue;
  }
  return count;
}, address);
const ofStage = async (page) => {
  await settled(page);
  return points(page, await page.evaluate(() => window.screeView.stage.picture()));
};
const select = async (page, id, value) => {
  await page.select(id, value);
  await page.$eval(id, (e) => e.dispatchEvent(new Event('input')));
};

test('forces are seen through the grains, and their colours are explained', async () => {
  for (const name of ['fall', 'cubes']) {
    const { url } = await start(folder, 'view', name);
    const { page, trouble } = await openRun(browser, url);
    await select(page, '#map', 'grey');
    await page.click('#show-walls');
    const without = await ofStage(page);
    assert.deepEqual([without.red, without.blue], [0, 0], 'grey grains');
    await page.click('#show-forces');
    await page.waitForFunction(() => window.screeView.frame.f32('contact_force').length > 10);
    const all = await ofStage(page);
    // What there is to be seen: the forces alone.
    await page.click('#show-grains');
    const alone = await ofStage(page);
    assert.ok(alone.red > 200 && alone.blue > 50, `forces of ${name}: ${JSON.stringify(alone)}`);
    assert.ok(all.red > 0.5 * alone.red && all.blue > 0.5 * alone.blue, `${name}: ${JSON.stringify(all)} of ${JSON.stringify(alone)}`);
    await page.click('#show-grains');
    assert.match(await page.$eval('#legend', (e) => e.textContent), /forces up to [\d.e-]+ N.*between grains.*at walls/);
    await shot(page, `forces-${name}`);
    await page.click('#show-forces');
    await settled(page);
    assert.equal(await page.$eval('#grow', (e) => e.value), '1', 'grains have their size again');
    assert.doesNotMatch(await page.$eval('#legend', (e) => e.textContent), /forces/);
    assert.deepEqual(trouble, []);
    await page.close();
  }
});

test('a size of the grains that the user has chosen stays', async () => {
  const { url } = await start(folder, 'view', 'fall');
  const { page } = await openRun(browser, url);
  await page.$eval('#grow', (e) => { e.value = '0.6'; e.dispatchEvent(new Event('input')); });
  await page.click('#show-forces');
  await page.click('#show-forces');
  assert.equal(await page.$eval('#grow', (e) => e.value), '0.6');
  await page.close();
});

test('a saved picture has the legend and the time', async () => {
  const { url } = await start(folder, 'view', 'fall');
  const { page } = await openRun(browser, url);
  await page.evaluate(() => {
    HTMLAnchorElement.prototype.click = function () { window.saved = { name: this.download, href: this.href }; };
  });
  for (const theme of ['light', 'dark']) {
    await page.evaluate((t) => { if (document.documentElement.dataset.theme !== t) document.querySelector('#theme').click(); }, theme);
    await select(page, '#map', 'heat');
    // Without grains and walls all that has a colour is the legend.
    await page.$$eval('#show-grains:checked, #show-walls:checked', (all) => all.forEach((e) => e.click()));
    await settled(page);
    await page.evaluate(() => { window.saved = null; });
    await page.click('#shot');
    await page.waitForFunction(() => window.saved);
    const saved = await page.evaluate(() => window.saved);
    assert.match(saved.name, /^fall-\d+\.png$/);
    const bare = await ofStage(page), kept = await points(page, saved.href);
    assert.deepEqual([kept.wide, kept.high], [bare.wide, bare.high]);
    assert.equal(bare.red, 0);
    assert.ok(kept.red > 300, `the bar of the legend: ${JSON.stringify(kept)}`);
    // Texts: the same picture without them has plates only.
    const inks = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      const pen = canvas.getContext('2d');
      pen.drawImage(image, 0, 0);
      const of = (x, y, w, h) => {
        const d = pen.getImageData(x, y, w, h).data, seen = new Set();
        for (let k = 0; k < d.length; k += 4) seen.add(`${d[k]},${d[k + 1]},${d[k + 2]}`);
        return seen.size;
      };
      return { legend: of(19, image.height - 70, 200, 18), time: of(image.width - 150, image.height - 37, 130, 18) };
    }, saved.href);
    assert.ok(inks.legend > 5 && inks.time > 5, `letters have many shades: ${JSON.stringify(inks)}`);
    if (process.env.PICTURES)
      writeFileSync(join(process.env.PICTURES, `saved-${theme}.png`), Buffer.from(saved.href.split(',')[1], 'base64'));
  }
  await page.close();
});
