// Parts of the page by their names.

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

let sayer = '';

// A line across the page; empty: what the same part said goes away. What is fetched now and then must not wipe out the answer
// to what someone asked for.
export function say(text: string, by: 'user' | 'fetch' = 'user'): void {
  if (text === '' && by !== sayer) return;
  sayer = by;
  const home = byId('message');
  home.textContent = text;
  home.hidden = text === '';
}

export function fillTable(table: HTMLTableElement, rows: string[][]): void {
  table.replaceChildren(...rows.map(cells => {
    const row = document.createElement('tr');
    row.append(...cells.map(text => {
      const cell = document.createElement('td');
      cell.textContent = text;
      return cell;
    }));
    return row;
  }));
}
