// The run as it goes: its state, what can be asked of it, its verdict so far, where its time goes.
import * as api from './api';
import { longTime, short } from './colors';
import { byId, fillTable, say } from './dom';

const kSettings: [string, string][] = [
  ['duration', 'ends at'], ['output.frames', 'frames every'], ['output.series', 'series every'], ['output.checkpoint', 'checkpoint every'],
];

const shellWord = (text: string) => (/^[\w./+-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`);

export class LivePanel {
  // `changed`: called when the run may look different.
  constructor(changed: () => void) {
    byId('control').addEventListener('click', e => {
      const word = (e.target as HTMLElement).dataset.ask;
      if (!word) return;
      void api.control({ ask: word }).then(() => { say(''); if (word !== 'go') changed(); }, (x: Error) => say(x.message));
    });
    for (const [key, text] of kSettings) {
      const label = document.createElement('label');
      const input = document.createElement('input');
      input.id = `set-${key}`;
      input.dataset.key = key;
      input.autocomplete = 'off';
      label.append(text, input);
      byId('settings').append(label);
      input.addEventListener('change', () => void this.set(input));
    }
    byId('settings').addEventListener('submit', e => e.preventDefault());
  }

  private async set(input: HTMLInputElement): Promise<void> {
    input.removeAttribute('aria-invalid');
    try {
      await api.control({ ask: 'set', key: input.dataset.key, value: input.value });
      say('');
    } catch (e) {
      input.setAttribute('aria-invalid', 'true');
      say((e as Error).message);
    }
  }

  // The run goes on, or is not closed yet: no other may begin.
  get isBusy(): boolean { return this.busy; }
  private busy = false;

  // `can_run`: this program can run scenes, and go on with a run that was stopped.
  show(info: api.RunInfo, can_run: boolean): void {
    const live = info.live, going = api.isGoing(live);
    const said = info.verdict?.word ?? '';
    // After its last step a run writes its closing frame, picture and summary; until then the verdict is that of its start.
    const closing = live !== null && !going && (live.state === 'finishing' || said === 'unfinished');
    this.busy = going || closing;
    this.lamp(going ? live!.state : closing ? 'finishing' : said, closing ? 'writes its last files' : info.verdict?.reasons ?? '');
    byId('control').hidden = !going;
    for (const b of byId('control').querySelectorAll('button')) {
      const ask = b.dataset.ask;
      b.disabled = ask === 'pause' ? live?.state === 'paused' : ask === 'go' ? live?.state !== 'paused' :
        ask === 'frame' ? !live?.can_change : false;
    }
    const can_go_on = !this.busy && (said === 'stopped' || said === 'unfinished') && info.folder !== null;
    byId('resume').hidden = !can_go_on || !can_run;
    byId('status').textContent = going ? this.progress(live!)
      : can_go_on && !can_run ? `go on with: scree run --resume ${shellWord(info.folder!)} --live` : '';
    byId('live').hidden = !going || !live!.can_change;
    if (going) this.settings(live!);
    this.asked(info);
    this.lights((this.busy ? live?.checks : info.verdict?.checks) ?? [], this.busy);
    this.timers(this.busy ? live?.timers : info.summary?.timers);
  }
  // The program does not answer any more.
  lost(): void {
    this.lamp('not connected', 'the program that served this page has ended');
    byId('control').hidden = byId('resume').hidden = true;
    byId('status').textContent = '';
  }
  private lamp(word: string, reasons: string): void {
    const lamp = byId('verdict');
    if (lamp.textContent !== word) lamp.textContent = word;
    lamp.dataset.word = word;
    lamp.title = reasons;
  }
  private progress(live: api.LiveStatus): string {
    return `t = ${short(live.time)} of ${short(live.duration)} s · ${Math.round(100 * live.time / (live.duration || 1))}%` +
      (live.steps_per_s > 0 ? ` · ${Math.round(live.steps_per_s).toLocaleString('en')} steps/s` : '') +
      ` · ${live.contacts.toLocaleString('en')} contacts` + (live.eta_s > 0 && live.state === 'running' ? ` · ${longTime(live.eta_s)} to go` : '');
  }

  // What one is writing stays.
  private settings(live: api.LiveStatus): void {
    for (const input of byId('settings').querySelectorAll('input')) {
      const key = input.dataset.key!, value = live.settings[key];
      input.disabled = key === 'duration' && live.has_stages;
      if (document.activeElement === input || input.hasAttribute('aria-invalid')) continue;
      input.value = value > 0 ? `${Number(value.toPrecision(10))} s` : 'never';
      input.title = key === 'duration' ? 'a time, as "5 s"' : 'a time, as "5 ms"; 0: never';
    }
  }

  private asked(info: api.RunInfo): void {
    const lines = (info.asked ?? []).slice(-6);
    const home = byId('asked');
    home.hidden = lines.length === 0;
    if (home.textContent !== lines.join(''))
      home.replaceChildren(...lines.map(text => Object.assign(document.createElement('li'), { textContent: text })));
  }

  private lights(checks: api.Check[], so_far: boolean): void {
    byId('checks').hidden = checks.length === 0;
    byId('checks').querySelector('summary')!.textContent = so_far ? 'Verdict so far' : 'Verdict';
    byId('lights').replaceChildren(...checks.map(c => {
      const item = document.createElement('li');
      item.dataset.light = c.noted ? 'noted' : c.ok ? 'ok' : 'no';
      const name = document.createElement('strong');
      name.textContent = c.name;
      item.append(name, ` ${c.reason ?? ''}`);
      return item;
    }));
  }

  private timers(timers: Record<string, number> | undefined): void {
    const all = Object.entries(timers ?? {});
    const total = all.reduce((s, [, v]) => s + v, 0);
    byId('timers').hidden = !(total > 0);
    const table = byId<HTMLTableElement>('timers-table');
    fillTable(table, all.map(([name, s]) => [name, '', `${(100 * s / total).toFixed(0)}%`, longTime(s)]));
    all.forEach(([, s], k) => {
      const bar = document.createElement('div');
      bar.className = 'meter';
      bar.style.width = `${100 * s / total}%`;
      table.rows[k].cells[1].append(bar);
    });
  }
}
