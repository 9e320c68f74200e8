// Bundles the page into dist/: index.html, viewer.js, viewer.css, pictures of scenes; and report.js, which `scree report`
// puts into its page. Nothing is fetched from elsewhere when a page runs.
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
const pictures = readdirSync('pictures').filter((f) => f.endsWith('.webp'));
const common = {
  outdir: 'dist', bundle: true, minify: true, target: 'es2022', legalComments: 'eof', logLevel: 'info',
  define: { PICTURES: JSON.stringify(pictures.map((f) => f.replace('.webp', ''))) },
};
await build({ ...common, entryPoints: { viewer: 'src/main.ts' }, format: 'esm' });
await build({ ...common, entryPoints: { report: 'src/report.ts' }, format: 'iife' });
copyFileSync('src/index.html', 'dist/index.html');
for (const f of pictures) copyFileSync(`pictures/${f}`, `dist/scene-${f}`);
