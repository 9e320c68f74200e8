// What may stand at a place of a scene, from the program's own JSON schema.

export interface Schema {
  description?: string; type?: string; enum?: string[]; $ref?: string;
  properties?: Record<string, Schema>; additionalProperties?: Schema | boolean; items?: Schema;
  allOf?: Schema[]; anyOf?: Schema[]; oneOf?: Schema[]; definitions?: Record<string, Schema>;
}

export class SceneSchema {
  constructor(private readonly root: Schema) {}

  // All that a schema may mean: references followed, choices taken together.
  private meanings(s: Schema | undefined, depth = 0): Schema[] {
    if (!s || depth > 12) return [];
    const found: Schema[] = [s];
    if (s.$ref) found.push(...this.meanings(this.root.definitions?.[s.$ref.replace('#/definitions/', '')], depth + 1));
    for (const part of [...(s.allOf ?? []), ...(s.anyOf ?? []), ...(s.oneOf ?? [])])
      found.push(...this.meanings(part, depth + 1));
    return found;
  }

  private at(path: string[]): Schema[] {
    let here = this.meanings(this.root);
    for (const word of path) {
      here = here.flatMap(s => {
        const next: (Schema | undefined)[] = [];
        const item = s.items ? this.meanings(s.items) : [s];
        for (const t of item) {
          if (t.properties?.[word]) next.push(t.properties[word]);
          else if (typeof t.additionalProperties === 'object') next.push(t.additionalProperties);
        }
        return next.flatMap(n => this.meanings(n));
      });
    }
    return here.flatMap(s => (s.items ? this.meanings(s.items) : [s]));
  }

  // Keys of the table at a path, with what they mean.
  keys(path: string[]): { name: string; about: string }[] {
    const found = new Map<string, string>();
    for (const s of this.at(path))
      for (const [name, p] of Object.entries(s.properties ?? {}))
        if (!found.has(name) || (found.get(name) === '' && p.description)) found.set(name, p.description ?? '');
    return [...found].map(([name, about]) => ({ name, about })).sort((a, b) => a.name.localeCompare(b.name));
  }

  // Words that the value at a path may be.
  words(path: string[]): string[] {
    return [...new Set(this.at(path).flatMap(s => s.enum ?? []).filter(w => typeof w === 'string'))];
  }
}

// Where a position of a TOML text is: the table that is open there, the inline table in it, and the
// key whose value is being written.
export function placeAt(before: string): { path: string[]; key: string | null } {
  const lines = before.split('\n');
  let path: string[] = [];
  for (const line of lines.slice(0, -1)) {
    const head = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?/.exec(line);
    if (head) path = head[1].split('.').map(w => w.trim().replace(/^"|"$/g, ''));
  }
  const line = lines[lines.length - 1];
  if (/^\s*\[/.test(line)) return { path: [], key: null };
  const first = /^\s*([\w.-]+)\s*=\s*(.*)$/.exec(line);
  if (!first) return { path, key: null };
  const keys = first[1].split('.');
  const rest = first[2], open = rest.lastIndexOf('{');
  if (open >= 0 && rest.indexOf('}', open) < 0) {
    const inner = rest.slice(open + 1), last = inner.slice(inner.lastIndexOf(',') + 1);
    const value = /^\s*([\w-]+)\s*=/.exec(last);
    return { path: [...path, ...keys], key: value ? value[1] : null };
  }
  return { path: [...path, ...keys.slice(0, -1)], key: keys[keys.length - 1] };
}
