// One grain: all its fields, what it touches, its path.
import * as api from './api';
import { short } from './colors';
import { byId, fillTable, say } from './dom';
import type { Stage } from './stage';

export class Picked {
  id = -1;

  // `frame`: the name of the frame that is shown.
  constructor(private readonly stage: Stage, private readonly frame: () => string) {
    byId('find').addEventListener('change', () => {
      const text = byId<HTMLInputElement>('find').value;
      void this.pick(text === '' ? -1 : Number(text));
    });
    byId('show-path').addEventListener('change', () => void this.path());
  }

  async pick(id: number): Promise<void> {
    this.id = id;
    byId<HTMLInputElement>('find').value = id < 0 ? '' : String(id);
    await Promise.all([this.show(), this.path()]);
  }

  async show(): Promise<void> {
    byId('picked-body').hidden = this.id < 0;
    byId('picked-id').textContent = this.id < 0 ? '' : String(this.id);
    this.stage.markGrain(this.id);
    if (this.id < 0) return;
    const table = byId<HTMLTableElement>('picked-fields'), contacts = byId('picked-contacts');
    try {
      const g = await api.grainInfo(this.frame(), this.id);
      const rows = g.fields.map(f => [f.name,
        Array.isArray(f.value) ? f.value.map(v => short(v ?? NaN)).join(', ') : short(f.value ?? NaN), f.unit]);
      const cell = this.stage.cells.about(this.stage.rowOf(this.id));
      if (cell) rows.push(['cell', `${short(cell.volume)}, ${cell.faces} faces`, 'm^3']);
      fillTable(table, rows);
      contacts.replaceChildren(...this.contacts(g));
    } catch {
      fillTable(table, [['is not in this frame', '', '']]);
      contacts.textContent = '';
    }
  }

  private contacts(g: api.GrainInfo): (Node | string)[] {
    if (!g.contacts_known) return ['Contacts are not stored with this frame (output.contacts = true).'];
    if (g.contacts.length === 0) return ['Touches nothing.'];
    return ['Touches ', ...g.contacts.flatMap((c, k) => {
      const comma = k > 0 ? ', ' : '', force = ` (${short(c.force)} N)`;
      if (c.grain === undefined) return [`${comma}${c.wall}${force}`];
      const other = document.createElement('button');
      other.className = 'link';
      other.textContent = String(c.grain);
      other.addEventListener('click', () => void this.pick(c.grain!));
      return [comma, other, force];
    }), '.'];
  }

  async path(): Promise<void> {
    const wanted = this.id >= 0 && byId<HTMLInputElement>('show-path').checked;
    try {
      this.stage.setPath(wanted ? (await api.grainPath(this.id)).x : []);
    } catch (e) {
      say((e as Error).message);
    }
  }
}
