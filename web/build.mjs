// Bundles the page into dist/: index.html, viewer.js, viewer.css. Nothing is fetched from elsewhere
// when the page runs.
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
await build({
  entryPoints: { viewer: 'src/main.ts' },
  outdir: 'dist',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'eof',
  logLevel: 'info',
});
copyFileSync('src/index.html', 'dist/index.html');
