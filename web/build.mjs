// Bundles the page into dist/: index.html, viewer.js, viewer.css, pictures of scenes; and report.js, which `scree report`
// puts into its page. Nothing is fetched from elsewhere when a page runs.
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { licences } from './licences.mjs';

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
const pictures = readdirSync('pictures').filter((f) => f.endsWith('.webp'));
// Every layer of the 3D view: src/layers/NAME.ts (src/layer.ts).
const allLayers = {
  name: 'all-layers',
  setup(b) {
    const names = readdirSync('src/layers').filter((f) => f.endsWith('.ts')).sort();
    b.onResolve({ filter: /^all-layers$/ }, () => ({ path: 'all-layers', namespace: 'layers' }));
    b.onLoad({ filter: /.*/, namespace: 'layers' }, () => ({
      contents: names.map((f, k) => `import k${k} from './src/layers/${f}';\n`).join('') +
        `export default [${names.map((_, k) => `k${k}`).join(', ')}];\n`,
      resolveDir: process.cwd(),
    }));
  },
};
const common = {
  plugins: [allLayers],
  outdir: 'dist', bundle: true, minify: true, target: 'es2022', legalComments: 'eof', logLevel: 'info',
  define: { PICTURES: JSON.stringify(pictures.map((f) => f.replace('.webp', ''))) },
};
// What the licences of the packages ask for goes with every copy: the text stands at the end of both scripts, so that a report
// that is mailed has it too, and in a file of its own for the Debian package.
for (const [name, entry, format] of [['viewer', 'src/main.ts', 'esm'], ['report', 'src/report.ts', 'iife']]) {
  const inputs = Object.keys((await build({
    ...common, entryPoints: [entry], format, write: false, metafile: true, logLevel: 'error' })).metafile.inputs);
  const text = licences(inputs);
  await build({ ...common, entryPoints: { [name]: entry }, format, footer: { js: `/*!\n${text}*/` } });
  if (name === 'viewer') writeFileSync('dist/licences.txt', text);
}
copyFileSync('src/index.html', 'dist/index.html');
for (const f of pictures) copyFileSync(`pictures/${f}`, `dist/scene-${f}`);
