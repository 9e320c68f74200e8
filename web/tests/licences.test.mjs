// What the licences of the bundled packages ask for: their text goes with every copy.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { licences } from '../licences.mjs';

const dist = (name) => readFileSync(new URL(`../dist/${name}`, import.meta.url), 'utf8');

test('the page has the licences of its packages', () => {
  for (const name of ['viewer.js', 'licences.txt'])
    for (const words of ['---- @codemirror/view ', 'Marijn Haverbeke', '---- uplot ', 'Leon Sorokin', '---- three ', 'three.js authors'])
      assert.ok(dist(name).includes(words), `${name}: ${words}`);
});

test('a report has the licence of what is in it, and no other', () => {
  assert.ok(dist('report.js').includes('three.js authors'));
  assert.ok(!dist('report.js').includes('---- codemirror '));
});

test('a package without a licence is not bundled', () => {
  assert.throws(() => licences(['tests/no_licence/node_modules/bare/index.js']));
});
