// node pictures.mjs RUNS SCENE ...: RUNS/SCENE/picture.png as pictures/SCENE.webp, 240 by 180 points.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from './testing.mjs';

const [runs, ...scenes] = process.argv.slice(2);
const browser = await launch();
const page = await browser.newPage();
for (const scene of scenes) {
  const png = readFileSync(join(runs, scene, 'picture.png')).toString('base64');
  const webp = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    // The middle, in the form of a card.
    const canvas = document.createElement('canvas');
    canvas.width = 240;
    canvas.height = 180;
    const pen = canvas.getContext('2d');
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, 240, 180);
    pen.imageSmoothingQuality = 'high';
    const size = Math.max(240 / image.width, 180 / image.height);
    const w = size * image.width, h = size * image.height;
    pen.drawImage(image, (240 - w) / 2, (180 - h) / 2, w, h);
    return canvas.toDataURL('image/webp', 0.8).split(',')[1];
  }, png);
  writeFileSync(join(dirname(fileURLToPath(import.meta.url)), 'pictures', `${scene}.webp`), Buffer.from(webp, 'base64'));
}
await browser.close();
