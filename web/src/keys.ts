// Keys of the page. A key goes to the control that has the focus where that control uses it itself.
import { byId } from './dom';

// What the control does with the key; the page leaves these alone.
function isForControl(at: HTMLElement, key: string): boolean {
  if (at.isContentEditable || ['SELECT', 'TEXTAREA'].includes(at.tagName)) return true;
  if (['BUTTON', 'SUMMARY'].includes(at.tagName)) return key === ' ' || key === 'Enter';
  if (at.tagName !== 'INPUT') return false;
  const type = (at as HTMLInputElement).type;
  if (type === 'checkbox') return key === ' ';
  if (type === 'range') return /^(Arrow|Page|Home|End)/.test(key);
  return true;
}

// By `key` of the event, as a keyboard of any country names it.
export function wireKeys(actions: Record<string, () => void>): void {
  const all: Record<string, () => void> = { ...actions, '?': () => byId<HTMLDialogElement>('keys').showModal() };
  document.addEventListener('keydown', e => {
    if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector('dialog[open]')) return;
    if (isForControl(e.target as HTMLElement, e.key) || !Object.hasOwn(all, e.key)) return;
    if (e.key === ' ') e.preventDefault();  // it would scroll
    all[e.key]();
  });
}
