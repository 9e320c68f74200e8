// Requests to the program that served this page. The token stands behind the # of the address, which
// browsers never send; it goes into a header of its own.

export interface Column { name: string; unit: string }
export interface LiveStatus {
  state: 'waiting' | 'running' | 'paused' | 'finishing' | 'ended';
  time: number; duration: number; step: number; steps_per_s: number; eta_s: number;
  grains: number; contacts: number; shown: number; copy_share: number; next_s: number; dt: number;
  can_change: boolean; has_stages: boolean; settings: Record<string, number>; timers: Record<string, number>; checks?: Check[];
}
// It makes steps, or will.
export const isGoing = (live: LiveStatus | null | undefined) => !!live && live.state !== 'finishing' && live.state !== 'ended';
export interface Check { name: string; ok: boolean; noted?: boolean; reason: string }
export interface RunInfo {
  name: string; folder: string | null; frames: number[];
  verdict?: { word: string; reasons: string; checks?: Check[] };
  summary?: { timers?: Record<string, number> };
  live: LiveStatus | null; asked?: string[];
}
export interface GrainInfo {
  id: number; time: number; contacts_known: boolean;
  fields: { name: string; unit: string; value: number | number[] | null }[];
  contacts: { grain?: number; wall?: string; force: number; overlap: number }[];
}
export interface Series { names: Column[]; rows: number; columns: Record<string, (number | null)[]> }
export interface Bench { name: string; path: string; text: string; starters: { name: string; title: string }[]; running: boolean }
export interface Checked {
  ok: boolean; warnings: string[]; facts: [string, string][];
  errors: { code: string; line: number; column: number; end_column: number; message: string; hint: string }[];
}
export type Maps = Record<string, [number, number, number][]>;

const kept = 'scree-token';
const given = /[#&]token=([0-9a-f]+)/.exec(location.hash)?.[1];
if (given) {
  sessionStorage.setItem(kept, given);
  history.replaceState(null, '', location.pathname);  // not into pictures of the screen
}
const token = given ?? sessionStorage.getItem(kept) ?? '';

export class ApiError extends Error {
  constructor(message: string, readonly status: number) { super(message); }
}

async function ask(path: string, query: Record<string, string | number> = {}, body?: unknown): Promise<Response> {
  const words = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]));
  const url = words.size > 0 ? `/api/${path}?${words}` : `/api/${path}`;
  let answer: Response;
  try {
    answer = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'X-Scree-Token': token, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError('the program that served this page has ended', 0);
  }
  if (answer.ok) return answer;
  let message = await answer.text();
  try {
    const e = JSON.parse(message).error;
    message = e.location ? `${e.location}: ${e.message}` : e.message;
    if (e.hint) message += ` (${e.hint})`;
  } catch { /* a plain text */ }
  throw new ApiError(message.trim(), answer.status);
}

export const runInfo = async () => (await ask('run')).json() as Promise<RunInfo>;
export const maps = async () => (await ask('maps')).json() as Promise<Maps>;
export const grainInfo = async (k: string, id: number) => (await ask('grain', { k, id })).json() as Promise<GrainInfo>;
export const grainPath = async (id: number) =>
  (await ask('path', { id })).json() as Promise<{ time: number[]; x: [number, number, number][] }>;
export const series = async (columns: string[]) =>
  (await ask('series', { columns: columns.join(',') })).json() as Promise<Series>;
export const sceneText = async () => (await ask('scene')).text();
export const control = async (what: { ask: string; key?: string; value?: string }) =>
  (await ask('control', {}, what)).json() as Promise<LiveStatus>;
// Null: this page shows a run, no scene to write.
export const bench = async () => (await ask('bench')).json() as Promise<Bench | null>;
export const starter = async (name: string) => (await ask('starter', { name })).text();
export const schema = async () => (await ask('schema')).json();
// `starter`: the scene that the text began from, empty where it is that of the program's command.
export const check = async (text: string, starter: string) => (await ask('check', {}, { text, starter })).json() as Promise<Checked>;
export const start = async (text: string, starter: string) =>
  (await ask('start', {}, { text, starter })).json() as Promise<{ folder: string }>;
// Goes on with the run that was stopped.
export const resume = async () => (await ask('resume', {}, {})).json() as Promise<{ folder: string }>;
export const frameBytes = async (k: string, color: string, contacts: boolean, every: number) =>
  (await ask('frame', { k, color, contacts: contacts ? 1 : 0, every })).arrayBuffer();
export const cellBytes = async (k: string) => (await ask('cells', { k })).arrayBuffer();
