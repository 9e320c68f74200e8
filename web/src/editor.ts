// The scene in an editor: mistakes at their lines as one types, keys and words from the schema, what
// would run at the side, and a button that runs it.
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { toml } from '@codemirror/legacy-modes/mode/toml';
import { linter, lintGutter, type Diagnostic } from '@codemirror/lint';
import { Compartment } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { basicSetup, EditorView } from 'codemirror';
import * as api from './api';
import { byId, fillTable, say } from './dom';
import { placeAt, SceneSchema } from './schema';
import { fillStarters } from './starters';

// The colours are those of the theme (style.css), so that they can be read in each.
const kInks = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--comment)' },
  { tag: tags.string, color: 'var(--string)' },
  { tag: [tags.number, tags.bool], color: 'var(--number)' },
  { tag: [tags.atom, tags.keyword], color: 'var(--word)' },
]);

export class Editor {
  name = '';             // of the scene that the text began from: runs and files are named after it
  private starter = '';  // the same, where it is one of the list
  private view: EditorView | null = null;
  private schema: SceneSchema | null = null;
  private readonly darkness = new Compartment();
  private may_run = false;
  private running = false;

  // `started`: called when a run has begun; `chosen`: when the text is that of another scene.
  async open(bench: api.Bench, started: () => void, chosen: () => void): Promise<void> {
    this.name = bench.name;
    byId('bench').hidden = false;
    document.body.classList.add('has-bench');
    this.view = new EditorView({
      parent: byId('editor'), doc: bench.text,
      extensions: [basicSetup, StreamLanguage.define(toml), syntaxHighlighting(kInks), lintGutter(), EditorView.lineWrapping,
        this.darkness.of(EditorView.darkTheme.of(document.documentElement.dataset.theme === 'dark')),
        linter(view => this.check(view), { delay: 400 }),
        autocompletion({ override: [c => this.complete(c)] }),
        EditorView.contentAttributes.of({ 'aria-label': 'The scene, in TOML' })],
    });
    fillStarters(bench.starters, (text, name) => {
      this.name = this.starter = name;
      this.set(text);
      chosen();
    });
    byId('start').addEventListener('click', () => void this.begin(() => api.start(this.text, this.starter), started));
    byId('resume').addEventListener('click', () => void this.begin(api.resume, started));
    byId('keep').addEventListener('click', () => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([this.text], { type: 'text/plain' }));
      link.download = `${this.name}.toml`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
    this.schema = new SceneSchema(await api.schema());
  }

  get text(): string { return this.view?.state.doc.toString() ?? ''; }
  set(text: string): void {
    this.view?.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  setDark(dark: boolean): void { this.view?.dispatch({ effects: this.darkness.reconfigure(EditorView.darkTheme.of(dark)) }); }
  // One run at a time.
  setRunning(running: boolean): void {
    this.running = running;
    this.allow();
  }
  private allow(): void {
    const button = byId<HTMLButtonElement>('start');
    button.disabled = !this.may_run || this.running;
    button.title = this.running ? 'A run is going on; Stop ends it' : this.may_run ? 'Run the scene into a new folder' : 'The scene has mistakes';
  }

  private async begin(ask: () => Promise<unknown>, started: () => void): Promise<void> {
    this.setRunning(true);
    try {
      await ask();
      say('');
      started();
    } catch (e) {
      this.setRunning(false);
      say((e as Error).message);
    }
  }

  private async check(view: EditorView): Promise<Diagnostic[]> {
    const text = view.state.doc.toString();
    let found: api.Checked;
    try {
      found = await api.check(text, this.starter);
    } catch (e) {
      byId('facts-word').textContent = (e as Error).message;
      return [];
    }
    if (view.state.doc.toString() !== text) return [];  // an answer about yesterday's text
    byId('facts-word').textContent = found.ok ? (found.warnings.length > 0 ? 'may run, with doubts' : 'is fine')
      : `has ${found.errors.length} mistake${found.errors.length > 1 ? 's' : ''}`;
    byId('facts-word').dataset.ok = String(found.ok);
    fillTable(byId<HTMLTableElement>('facts'), found.ok ? found.facts : []);
    byId('doubts').replaceChildren(
      ...found.errors.filter(e => e.line === 0).map(e => this.line(`${e.message} [${e.code}] ${e.hint}`)),
      ...found.warnings.map(w => this.line(w)));
    this.may_run = found.ok;
    this.allow();
    const doc = view.state.doc;
    return found.errors.filter(e => e.line > 0).map(e => {
      const line = doc.line(Math.min(e.line, doc.lines));
      const from = Math.min(line.from + Math.max(e.column - 1, 0), line.to);
      return {
        from, to: Math.max(from, Math.min(line.from + e.end_column - 1, line.to)), severity: 'error' as const,
        message: `${e.message} [${e.code}]${e.hint ? `\n${e.hint}` : ''}`,
      };
    });
  }
  private line(text: string): HTMLElement {
    const item = document.createElement('li');
    item.textContent = text;
    return item;
  }

  private complete(c: CompletionContext): CompletionResult | null {
    if (!this.schema) return null;
    const word = c.matchBefore(/[\w.-]*/);
    if (!word || (word.from === word.to && !c.explicit)) return null;
    const before = c.state.doc.sliceString(0, word.from);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    if (/^\s*#/.test(line)) return null;
    const header = /^\s*\[\[?([\w.]*)$/.exec(line);
    const { path, key } = header ? { path: [], key: null } : placeAt(before);
    if (key !== null) {
      const words = this.schema.words([...path, key]);
      const quoted = /"[^"]*$/.test(line);
      return words.length === 0 ? null
        : { from: word.from, options: words.map(w => ({ label: w, apply: quoted ? w : `"${w}"`, type: 'constant' })) };
    }
    return { from: word.from, options: this.schema.keys(path).map(k => ({
      label: k.name, info: k.about || undefined, type: 'property', apply: header ? k.name : `${k.name} = ` })) };
  }
}
