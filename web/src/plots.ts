// Curves of series.csv: the energies stacked, or any column over the time.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Series } from './api';
import { short } from './colors';

export const kEnergies = ['kinetic', 'rotational', 'elastic', 'stored'];
const kInks = ['#3b7dd8', '#e08a2e', '#3d9970', '#c0504d', '#8e6bb0', '#6b7a8f', '#b59d3b', '#4bb4c4'];

// Names that a run has of the energies that add up to what it holds.
export function energyColumns(series: Series): string[] {
  const names = series.names.map(n => n.name);
  const held = names.filter(n => kEnergies.some(e => n === e || n === `energy_${e}` || n === `${e}_energy`));
  return held.length > 0 ? held : names.filter(n => series.names.find(c => c.name === n)?.unit === 'J').slice(0, 4);
}

export class Plot {
  private chart: uPlot | null = null;
  private shape = '';
  constructor(private readonly home: HTMLElement) {
    new ResizeObserver(() => this.chart?.setSize({ width: Math.max(home.clientWidth, 120), height: 190 })).observe(home);
  }

  // `stacked`: each curve stands on the one before.
  show(series: Series, columns: string[], stacked: boolean): void {
    const time = series.names[0]?.name ?? 'time';
    const x = (series.columns[time] ?? []).map(v => v ?? NaN);
    const raw = columns.map(c => (series.columns[c] ?? []).map(v => v ?? NaN));
    const sums = x.map(() => 0);
    const data = stacked ? raw.map(curve => curve.map((v, k) => (sums[k] += Number.isFinite(v) ? v : 0))) : raw;
    const all = [x, ...data] as uPlot.AlignedData;
    const shape = JSON.stringify([columns, stacked]);
    if (this.chart && shape === this.shape) {
      this.chart.setData(all);
      return;
    }
    this.chart?.destroy();
    this.shape = shape;
    const ink = getComputedStyle(document.body).color;
    const axis = { stroke: ink, grid: { stroke: 'rgba(128,128,128,0.2)' }, ticks: { stroke: 'rgba(128,128,128,0.3)' } };
    const unit = series.names.find(n => n.name === columns[0])?.unit ?? '';
    this.chart = new uPlot({
      width: Math.max(this.home.clientWidth, 120), height: 190,
      scales: { x: { time: false } },
      cursor: { drag: { x: true, y: false } },
      legend: { live: true },
      axes: [{ ...axis, label: 'time in s', labelSize: 18, size: 32 },
        { ...axis, size: 62, label: unit, labelSize: unit ? 16 : 0, values: (_, ticks) => ticks.map(short) }],
      series: [{ label: 't', value: (_, v) => v == null ? '' : short(v) }, ...columns.map((name, k) => ({
        label: name, stroke: kInks[k % kInks.length], width: 1.5, value: (_: uPlot, v: number | null) => v == null ? '' :
          short(stacked ? raw[k][this.chart?.cursor.idx ?? 0] ?? v : v),
        ...(stacked && k === 0 ? { fill: `${kInks[0]}66` } : {}),
      }))],
      bands: stacked ? columns.slice(1).map((_, k) => ({
        series: [k + 2, k + 1] as [number, number], fill: `${kInks[(k + 1) % kInks.length]}66` })) : [],
    }, all, this.home);
  }
  forget(): void { this.chart?.destroy(); this.chart = null; this.shape = ''; this.home.replaceChildren(); }
}
