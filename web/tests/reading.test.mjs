// What can be read, reached and typed: contrast in both themes, names of controls, keys, boxes that hold what is in them.
import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { poorTexts } from '../contrast.mjs';
import { fallScene, isChecked, launch, openPage, openRun, scree, settled, shot, start, stopAll } from '../testing.mjs';

const folder = mkdtempSync(join(tmpdir(), 'scree-reading-'));
let browser;

// Many measures: a series of more than 60 columns.
const measures = 'measures = ["coordination", "energy", "fabric", "forces", "sizes", "speed", "chains", "walls"]';

before(async () => {
  writeFileSync(join(folder, 'fall.toml'), fallScene('0.06 s', '', measures));
  execFileSync(scree, ['run', 'fall.toml', '-o', 'fall', '--quiet'], { cwd: folder });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  stopAll();
  rmSync(folder, { recursive: true, force: true });
});

const themes = ['light', 'dark'];
const setTheme = (page, theme) => page.evaluate((t) => {
  if (document.documentElement.dataset.theme !== t) document.querySelector('#theme').click();
}, theme);
// `measured`: a page of which nothing was looked at has no poor texts either.
async function assertReadable(page, what, least) {
  await settled(page);
  const { poor, measured } = await poorTexts(page);
  assert.deepEqual(poor, [], what);
  assert.ok(measured >= least, `${what}: only ${measured} texts were measured`);
}

test('all texts of a run can be read in both themes', async () => {
  const { url } = await start(folder, 'view', 'fall');
  const { page } = await openRun(browser, url);
  await page.$$eval('details', (all) => all.forEach((d) => { d.open = true; }));
  await page.click('#show-forces');
  await page.$eval('#find', (e) => { e.value = '5'; e.dispatchEvent(new Event('change')); });
  await page.waitForFunction(() => document.querySelector('#picked-fields').rows.length > 5);
  for (const theme of themes) {
    await setTheme(page, theme);
    await page.waitForSelector('#plot canvas');
    await assertReadable(page, theme, 60);
    await page.click('#help');
    await assertReadable(page, `${theme}, keys`, 70);
    await page.keyboard.press('Escape');
    await page.evaluate(() => { const m = document.querySelector('#message'); m.hidden = false; m.textContent = 'what went wrong'; });
    await assertReadable(page, `${theme}, a message`, 60);
    await page.evaluate(() => { document.querySelector('#message').hidden = true; });
  }
  await page.close();
});

test('every word of the lamp can be read', async () => {
  const { url } = await start(folder, 'view', 'fall');
  const { page } = await openRun(browser, url);
  for (const theme of themes) {
    await setTheme(page, theme);
    for (const word of ['ok', 'doubtful', 'failed', 'stopped', 'unfinished', 'running', 'paused', 'waiting', 'finishing', 'not connected']) {
      await page.evaluate((w) => Object.assign(document.querySelector('#verdict'), { textContent: w }).dataset.word = w, word);
      await assertReadable(page, `${theme}, ${word}`, 20);
    }
  }
  await page.close();
});

test('all texts of the workbench can be read in both themes: syntax, selection, mistakes, completions', async () => {
  const { url } = await start(folder, 'view', 'fall.toml');
  const { page } = await openPage(browser, url, 1400, 850);
  await isChecked(page);
  const text = await page.evaluate(() => window.screeView.editor.text);
  for (const theme of themes) {
    await setTheme(page, theme);
    // Every kind of word that the editor colours.
    await page.evaluate((t) => window.screeView.editor.set(
      `# a comment\ndetector = 'auto'\ndate = 1979-05-27\nwhole = [1, -2.5e3]\nyes = true\n${t}`), text);
    await page.waitForSelector('.cm-lint-marker-error', { timeout: 15000 });
    assert.ok(await page.$$eval('.cm-line span', (all) => new Set(all.map((e) => getComputedStyle(e).color)).size >= 4), 'words have colours');
    await assertReadable(page, `${theme}, a mistake`, 60);
    await shot(page, `editor-${theme}`);
    await page.hover('.cm-lint-marker-error');
    await page.waitForSelector('.cm-tooltip-lint');
    await assertReadable(page, `${theme}, what is wrong`, 61);
    await page.click('.cm-content');
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.waitForSelector('.cm-selectionBackground');
    await assertReadable(page, `${theme}, selected`, 90);
    await page.focus('#theme');
    await assertReadable(page, `${theme}, selected, without the focus`, 90);
    await page.focus('.cm-content');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('\n[out');
    await page.waitForSelector('.cm-tooltip-autocomplete [aria-selected]', { timeout: 15000 });
    await assertReadable(page, `${theme}, completions`, 61);
    await shot(page, `completions-${theme}`);
    await page.keyboard.press('Escape');
    await page.evaluate((t) => window.screeView.editor.set(t), text);
    await page.waitForFunction(() => document.querySelector('#facts').rows.length > 2, { timeout: 15000 });
    await assertReadable(page, `${theme}, facts`, 60);
    await page.click('#begin-from');
    await assertReadable(page, `${theme}, starters`, 100);
    await page.click('#starters [data-close]');
  }
  await page.close();
});

test('boxes at the side hold what is in them', async () => {
  const { url } = await start(folder, 'view', 'fall');
  for (const width of [1280, 1920]) {
    const { page } = await openRun(browser, url, width, 900);
    await page.$$eval('aside details', (all) => all.forEach((d) => { d.open = true; }));
    await page.waitForSelector('#curves input');
    await settled(page);
    assert.ok(await page.$$eval('#curves input', (all) => all.length) > 60, 'a long list');
    const wide = await page.$$eval('aside, aside *:not(pre):not(canvas)', (all) => all
      .filter((e) => e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1 && !e.closest('#plot, label'))
      .map((e) => `${e.tagName}#${e.id}: ${e.scrollWidth} in ${e.clientWidth}`));
    assert.deepEqual(wide, []);
    await page.$eval('#curves', (e) => e.scrollIntoView());
    await shot(page, `curves-${width}`);
    await page.close();
  }
});

test('every control has a name', async () => {
  for (const what of ['fall', 'fall.toml']) {
    const { url } = await start(folder, 'view', what);
    const { page } = await openPage(browser, url);
    await page.waitForFunction(() => window.screeView?.info);
    const nameless = await page.evaluate(() => [...document.querySelectorAll('button, input, select')].filter((e) =>
      !(e.labels?.length || e.ariaLabel || e.textContent.trim() || e.title)).map((e) => e.outerHTML));
    assert.deepEqual(nameless, []);
    await page.close();
  }
});

test('keys work wherever the focus is, except where the control needs them', async () => {
  const { url } = await start(folder, 'view', 'fall');
  const { page } = await openRun(browser, url);
  const isOpen = () => page.$eval('#keys', (e) => e.open);
  for (const where of ['#canvas', '#theme', '#show-walls', '#time', 'summary']) {
    await page.focus(where);
    await page.keyboard.type('?');
    assert.ok(await isOpen(), `? with the focus on ${where}`);
    await page.keyboard.press('Escape');
    assert.ok(!await isOpen());
  }
  await page.focus('#lo');
  await page.keyboard.type('?');
  assert.ok(!await isOpen(), 'a field takes what one types');

  const away = () => page.evaluate(() => window.screeView.stage.distance);
  await page.focus('#theme');
  const before = await away();
  await page.keyboard.type('+');
  assert.ok(await away() < 0.95 * before, '+ comes nearer');
  await page.keyboard.type('-');
  assert.ok(Math.abs(await away() - before) < 1e-6 * before, '- goes back');
  assert.match(await page.$eval('#keys', (e) => e.textContent), /\+ and -.*zoom/s);

  // Space presses the button that has the focus; it does not also play.
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const was = await theme();
  await page.keyboard.press('Space');
  assert.notEqual(await theme(), was);
  assert.equal(await page.$eval('#play', (e) => e.textContent), 'Play');
  await page.focus('#canvas');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => document.querySelector('#play').textContent === 'Hold');
  await page.close();
});
