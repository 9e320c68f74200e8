// Curves of series.csv: the energies stacked by channel, or any columns over the time.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Series } from './api';
import { short } from './colors';

const kInks = ['#3b7dd8', '#e08a2e', '#3d9970', '#c0504d', '#8e6bb0', '#6b7a8f', '#b59d3b', '#4bb4c4', '#d16ba5', '#7a9a3a'];
const kHeight = 200;

export interface Curve { name: string; unit: string; values: number[] }

// What is needed for the budget, of what a run has.
export function energyColumns(series: Series): string[] {
  return series.names.map(n => n.name)
    .filter(n => ['kinetic', 'rotational', 'potential'].includes(n) || n.startsWith('stored_') || n.startsWith('lost_'));
}

// Channels that hold or have taken energy, each at least 0: of the potential, whose zero is arbitrary, what is above its
// least value. Those that never have any are left out.
export function energyBudget(series: Series): Curve[] {
  const numbers = (name: string) => (series.columns[name] ?? []).map(v => v ?? 0);
  const sum = (names: string[]) => names.map(numbers).reduce(
    (all, one) => (all.length === 0 ? one : all.map((v, k) => v + one[k])), [] as number[]);
  const names = energyColumns(series);
  const potential = numbers('potential');
  const least = potential.reduce((a, b) => Math.min(a, b), Infinity);
  const all: Curve[] = [
    { name: 'potential', unit: 'J', values: potential.map(v => v - least) },
    { name: 'kinetic', unit: 'J', values: numbers('kinetic') },
    { name: 'rotational', unit: 'J', values: numbers('rotational') },
    { name: 'stored', unit: 'J', values: sum(names.filter(n => n.startsWith('stored_'))).map(v => Math.max(v, 0)) },
    ...names.filter(n => n.startsWith('lost_')).map(n => (
      { name: n.replace(/_/g, ' '), unit: 'J', values: numbers(n).map(v => Math.max(v, 0)) })),
  ];
  const peak = all.reduce((m, c) => c.values.reduce((a, b) => Math.max(a, b), m), 0);
  return all.filter(c => c.values.some(v => v > 1e-6 * peak));
}

export class Plot {
  private chart: uPlot | null = null;
  private shape = '';
  constructor(private readonly home: HTMLElement) {
    new ResizeObserver(() => this.chart?.setSize({ width: this.width, height: kHeight })).observe(home);
  }
  private get width(): number { return Math.max(this.home.clientWidth, 120); }

  // `stacked`: each curve stands on the one before. Curves of a second unit have an axis on the right.
  show(series: Series, curves: Curve[], stacked: boolean): void {
    const time = series.names[0]?.name ?? 'time';
    const x = (series.columns[time] ?? []).map(v => v ?? NaN);
    const sums = x.map(() => 0);
    const data = curves.map(c => (stacked ? c.values.map((v, k) => (sums[k] += Number.isFinite(v) ? v : 0)) : c.values));
    const all = [x, ...data] as uPlot.AlignedData;
    const shape = JSON.stringify([curves.map(c => c.name), stacked]);
    this.raw = curves.map(c => c.values);
    if (this.chart && shape === this.shape) {
      this.chart.setData(all);
      return;
    }
    this.forget();
    this.shape = shape;
    const ink = getComputedStyle(document.body).color;
    const axis = { stroke: ink, grid: { stroke: 'rgba(128,128,128,0.2)' }, ticks: { stroke: 'rgba(128,128,128,0.3)' } };
    const units = [...new Set(curves.map(c => c.unit))].slice(0, 2);
    this.chart = new uPlot({
      width: this.width, height: kHeight,
      scales: { x: { time: false } },
      cursor: { drag: { x: true, y: false } },
      legend: { live: true, markers: { fill: (_, k) => `${kInks[(k - 1) % kInks.length]}88` } },
      axes: [{ ...axis, label: 'time in s', labelSize: 18, size: 32 }, ...units.map((unit, k) => ({
        ...axis, scale: unit, side: k === 0 ? 3 : 1, size: 52, label: unit, labelSize: unit ? 16 : 0,
        grid: k === 0 ? axis.grid : { show: false }, values: (_: uPlot, ticks: number[]) => ticks.map(short) }))],
      series: [{ label: 't', value: (_, v) => v == null ? '' : short(v) }, ...curves.map((c, k) => ({
        label: c.name, scale: units.includes(c.unit) ? c.unit : units[0], stroke: kInks[k % kInks.length], width: 1.5,
        value: (_: uPlot, v: number | null) => v == null ? '' : short(stacked ? this.raw[k]?.[this.chart?.cursor.idx ?? 0] ?? v : v),
        ...(stacked && k === 0 ? { fill: `${kInks[0]}88` } : {}),
      }))],
      bands: stacked ? curves.slice(1).map((_, k) => ({
        series: [k + 2, k + 1] as [number, number], fill: `${kInks[(k + 1) % kInks.length]}88` })) : [],
    }, all, this.home);
  }
  forget(): void { this.chart?.destroy(); this.chart = null; this.shape = ''; this.home.replaceChildren(); }
  private raw: number[][] = [];
}
