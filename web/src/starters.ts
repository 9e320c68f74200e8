// Scenes to begin from, with pictures of those that come with the program.
import * as api from './api';
import { byId, say } from './dom';

declare const PICTURES: string[];  // names of scenes that have one; the build knows

export function wireDialogs(): void {
  for (const dialog of document.querySelectorAll('dialog'))
    dialog.addEventListener('click', e => {
      // Also beside it: the dialog itself is all that is around its content.
      if (e.target === dialog || (e.target as HTMLElement).dataset.close !== undefined) dialog.close();
    });
  byId('help').addEventListener('click', () => byId<HTMLDialogElement>('keys').showModal());
}

// `chosen`: called with the text of a scene and its name.
export function fillStarters(starters: api.Bench['starters'], chosen: (text: string, name: string) => void): void {
  const dialog = byId<HTMLDialogElement>('starters');
  byId('cards').replaceChildren(...starters.map(s => {
    const card = document.createElement('button');
    card.className = 'card';
    card.dataset.name = s.name;
    const picture = document.createElement('img');
    picture.alt = '';
    picture.loading = 'lazy';
    picture.width = 240;
    picture.height = 180;
    if (PICTURES.includes(s.name)) picture.src = `scene-${s.name}.webp`;
    else picture.style.visibility = 'hidden';  // a scene of the user's own folder
    const name = document.createElement('strong'), title = document.createElement('span');
    name.textContent = s.name;
    title.textContent = s.title;
    card.append(picture, name, title);
    card.addEventListener('click', () => {
      dialog.close();
      void api.starter(s.name).then(text => chosen(text, s.name), (e: Error) => say(e.message));
    });
    return card;
  }));
  byId('begin-from').addEventListener('click', () => dialog.showModal());
}
