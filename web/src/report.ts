// The last frame of a run in 3D, within the one file of `scree report`: the same stage as that of the page, without a
// server. Colours come with the frame.
import type { Maps } from './api';
import { applyRange, legendParts, showLegend } from './legend';
import { Frame } from './frame';
import { Stage, type Preset } from './stage';

const kStyle = `
#scree-view { position: relative; height: min(70vh, 620px); background: #e9edf2; border-radius: 6px; overflow: hidden; margin: 8px 0; }
#scree-view canvas { position: absolute; inset: 0; width: 100%; height: 100%; display: block; touch-action: none; }
#scree-tools { position: absolute; right: 8px; top: 8px; display: flex; flex-wrap: wrap; gap: 6px; align-items: center; justify-content: flex-end;
  background: rgb(255 255 255 / 85%); padding: 4px 8px; border-radius: 6px; font-size: 13px; max-width: 80%; }
#scree-tools button, #scree-tools select { font: inherit; color: inherit; background: #fff; border: 1px solid #c5ccd4; border-radius: 4px; padding: 1px 7px; }
#scree-legend { position: absolute; left: 10px; bottom: 10px; width: 190px; font-size: 12px; pointer-events: none;
  background: rgb(255 255 255 / 80%); padding: 5px 8px; border-radius: 6px; }
#scree-legend .bar { height: 10px; border-radius: 3px; margin: 3px 0; }
#scree-legend .ends { display: flex; justify-content: space-between; }
#scree-legend .marks { display: flex; flex-direction: column; }
#scree-legend .mark { display: inline-block; width: 18px; height: 5px; margin-right: 5px; vertical-align: middle; }
#scree-view :focus-visible { outline: 2px solid #1f5fbf; }`;

async function unpacked(text: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer();
}

function element<K extends keyof HTMLElementTagNameMap>(tag: K, with_: Partial<HTMLElementTagNameMap[K]> = {}): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(tag), with_);
}

async function show(home: HTMLElement): Promise<void> {
  const frame = new Frame(await unpacked(document.getElementById('scree-frame')!.textContent!.trim()));
  const maps = JSON.parse(document.getElementById('scree-maps')!.textContent!) as Maps;
  const canvas = element('canvas', { tabIndex: 0 });
  canvas.setAttribute('aria-label', 'The last state in 3D; drag to turn, wheel to zoom');
  const legend = element('div', { id: 'scree-legend' }), tools = element('div', { id: 'scree-tools' });
  document.head.append(element('style', { textContent: kStyle }));
  home.replaceChildren(canvas, legend, tools);
  const stage = new Stage(canvas);
  stage.background('#e9edf2');
  const explain = () => showLegend(legend, legendParts(stage, frame.head.color));
  const paint = () => {
    applyRange(stage.scale, frame, maps, { lo: null, hi: null, hide: false, map: 'lagoon' });
    stage.show(frame);
    explain();
  };
  paint();

  const color = element('select', { ariaLabel: 'colour by' });
  for (const c of [frame.head.color, ...frame.head.colors]) color.append(new Option(c.by, c.by));
  color.addEventListener('change', () => { frame.recolor(color.value); paint(); });
  tools.append(color);
  // Whole grains would hide what runs from centre to centre.
  const seeInside = () => stage.grow(stage.inside ? 0.25 : 1);
  const box = (text: string, checked: boolean, apply: (on: boolean) => void) => {
    const input = element('input', { type: 'checkbox', checked }), label = element('label');
    label.append(input, text);
    input.addEventListener('change', () => { apply(input.checked); stage.draw(); explain(); });
    apply(checked);
    tools.append(label);
  };
  for (const layer of stage.layers) if (layer.has(frame)) box(layer.name, layer.at_first, on => {
    layer.group.visible = on;
    if (layer.inside) seeInside();
  });
  for (const view of ['fit', 'front', 'side', 'top'] as Preset[]) {
    const button = element('button', { textContent: view });
    button.addEventListener('click', () => stage.look(view));
    tools.append(button);
  }
  Object.assign(window, { screeReport: { stage, frame } });
}

const home = document.getElementById('scree-view');
const picture = home?.querySelector('img');  // shown instead where 3D does not work
if (home) show(home).catch((e: Error) => {
  home.style.height = 'auto';
  home.replaceChildren(element('p', { textContent: `The last state cannot be shown in 3D here (${e.message}).` }), ...(picture ? [picture] : []));
});
