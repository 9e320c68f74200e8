// The workbench: scenes to begin from, one run at a time, stopped and resumed; and what the page says of a run's end.
import { test, before, after } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fallScene, isChecked, launch, openPage, openRun, shot, start, stopAll } from '../testing.mjs';

const folder = mkdtempSync(join(tmpdir(), 'scree-bench-'));
let browser;

before(async () => {
  writeFileSync(join(folder, 'fall.toml'), fallScene('0.06 s'));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  stopAll();
  rmSync(folder, { recursive: true, force: true });
});

const lamp = (page, word) => page.waitForFunction((w) => document.querySelector('#verdict').textContent === w, { timeout: 60000 }, word);
const isHidden = (page, id) => page.$eval(id, (e) => e.hidden);

test('every scene of the program has a picture', async () => {
  const { url } = await start(folder, 'view');
  const { page, trouble } = await openPage(browser, url, 1400, 850);
  await isChecked(page);
  await page.click('#begin-from');
  const without = await page.$$eval('.card', async (all) => {
    const seen = async (img) => { img.loading = 'eager'; return img.getAttribute('src') && img.decode().then(() => true, () => false); };
    const found = [];
    for (const c of all) if (!await seen(c.querySelector('img'))) found.push(c.dataset.name);
    return found;
  });
  assert.deepEqual(without, []);
  await page.$eval('.card[data-name=shear_2d]', (e) => e.scrollIntoView());
  await shot(page, 'starters-end');
  assert.deepEqual(trouble, []);
  await page.close();
});

test('a run begun from drum is called drum, runs alone, is stopped and resumed', async () => {
  const { url } = await start(folder, 'view', 'fall.toml');
  const { page, trouble } = await openPage(browser, url, 1400, 850);
  await isChecked(page);
  await page.click('#begin-from');
  await page.click('.card[data-name=drum]');
  await page.waitForFunction(() => /Rotating drum/.test(window.screeView.editor.text));
  assert.equal(await page.$eval('#title', (e) => e.textContent), 'drum');
  await page.waitForFunction(() => /579/.test(document.querySelector('#facts').textContent), { timeout: 60000 });
  assert.ok(await isHidden(page, '#resume'));
  await page.click('#start');
  await lamp(page, 'running');
  assert.equal(await page.$eval('#title', (e) => e.textContent), 'drum-001');
  assert.equal(await page.$eval('#start', (e) => e.disabled), true, 'one run at a time');
  await page.waitForFunction(() => window.screeView.info.live.step > 100);

  await page.click('[data-ask=stop]');
  await lamp(page, 'stopped');
  assert.match(await page.$eval('#verdict', (e) => e.title), /stopped on request/);
  assert.match(await page.$eval('#lights', (e) => e.textContent), /stopped on request/);
  assert.doesNotMatch(await page.$eval('body', (e) => e.innerText), /signal/);
  assert.equal(await page.$eval('#start', (e) => e.disabled), false);
  const step = await page.evaluate(() => window.screeView.info.summary.steps);
  assert.ok(!await isHidden(page, '#resume'));
  await shot(page, 'stopped');

  await page.click('#resume');
  await lamp(page, 'running');
  assert.ok(await isHidden(page, '#resume'));
  assert.equal(await page.$eval('#title', (e) => e.textContent), 'drum-001');
  await page.waitForFunction((s) => window.screeView.info.live?.step > s, {}, step);
  await page.click('[data-ask=stop]');
  await lamp(page, 'stopped');
  assert.deepEqual(await page.evaluate(() => window.screeView.info.summary.resumed_at_steps), [step]);
  assert.ok(existsSync(join(folder, 'runs/drum-001')) && !existsSync(join(folder, 'runs/fall-001')));
  assert.deepEqual(trouble, []);
  await page.close();

  // Without a workbench the page says what to type.
  const { url: later } = await start(folder, 'view', 'runs/drum-001');
  const next = await openRun(browser, later);
  assert.match(await next.page.$eval('#status', (e) => e.textContent), /scree run --resume runs\/drum-001 --live/);
  assert.ok(await isHidden(next.page, '#resume'));
  await next.page.close();
});

test('a run that has ended is shown as ended, not as finishing', async () => {
  const { url } = await start(folder, 'view', 'fall.toml');
  const { page } = await openPage(browser, url, 1400, 850);
  await isChecked(page);
  await page.click('#start');
  await page.waitForFunction(() => ['ok', 'doubtful'].includes(document.querySelector('#verdict').textContent), { timeout: 60000 });
  const ended = await page.evaluate(() => window.screeView.info);
  assert.equal(ended.live.state, 'ended');

  // What the program says while the run writes its last files, by versions of its answer.
  const start_of_run = { word: 'unfinished', reasons: 'was resumed and has not come to its end',
    checks: [{ name: 'run', ok: false, noted: false, reason: 'was resumed and has not come to its end' }] };
  const checks = [{ name: 'grains lost', ok: true, noted: false, reason: 'none' }];
  let info = ended;
  await page.setRequestInterception(true);
  page.on('request', (r) => (r.url().endsWith('/api/run')
    ? r.respond({ status: 200, contentType: 'application/json', body: JSON.stringify(info) }) : r.continue()));
  for (const answer of [
    { ...ended, verdict: undefined, live: { ...ended.live, state: 'finishing', checks } },
    { ...ended, verdict: start_of_run, live: { ...ended.live, state: 'ended', checks } },
  ]) {
    info = answer;
    await lamp(page, 'finishing');
    assert.doesNotMatch(await page.$eval('body', (e) => e.innerText + document.querySelector('#verdict').title), /resumed|come to its end/);
    assert.match(await page.$eval('#lights', (e) => e.textContent), /grains lost/);
    assert.equal(await page.$eval('#start', (e) => e.disabled), true);
    assert.ok(await isHidden(page, '#control') && await isHidden(page, '#resume'));
    info = ended;
    await lamp(page, ended.verdict.word);
    assert.equal(await page.$eval('#start', (e) => e.disabled), false);
  }
  await page.close();
});

test('a page whose program is gone says so, whatever it showed last', async () => {
  const { url, child } = await start(folder, 'view', 'fall.toml');
  const { page } = await openPage(browser, url);
  await isChecked(page);
  child.kill('SIGKILL');
  await lamp(page, 'not connected');
  assert.match(await page.$eval('#message', (e) => e.textContent), /has ended/);
  assert.equal(await page.$eval('#start', (e) => e.disabled), true);
  await page.close();
});
