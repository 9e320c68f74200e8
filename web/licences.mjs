// The licences of the npm packages that are in a bundle, by the files that esbuild put into it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

// 'node_modules/@codemirror/view/dist/index.js' is of '@codemirror/view'.
function packageOf(file) {
  const words = file.slice(file.lastIndexOf('node_modules/') + 13).split('/');
  return file.slice(0, file.lastIndexOf('node_modules/') + 13) + (words[0].startsWith('@') ? `${words[0]}/${words[1]}` : words[0]);
}

export function licences(files) {
  const folders = [...new Set(files.filter((f) => f.includes('node_modules/')).map(packageOf))].sort();
  let text = 'This file contains parts of these packages:\n';
  for (const folder of folders) {
    const about = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
    if (!file || !existsSync(`${folder}/${file}`)) throw new Error(`${about.name} has no file with its licence`);
    text += `\n---- ${about.name} ${about.version} (${about.license})\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
  }
  if (text.includes('*/')) throw new Error('a licence would end the comment that it stands in');
  return text;
}
