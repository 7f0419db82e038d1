import { formatMeasurement, measurementNames, type Unit } from "./measurement.ts";
import { checkedSizes, lawsOf, medianOf, predictValue } from "./model.ts";
import { isMet, type Taken } from "./record.ts";

interface Panel {
  readonly title: string;
  readonly name: string;
  /** What is drawn beside it, and what that is. */
  readonly beside?: string;
}

const raw = "the bare list";
const panels: readonly Panel[] = [
  { title: "Ready after the start", name: measurementNames.ready, beside: measurementNames.rawTime },
  { title: "Processor until ready", name: measurementNames.startProcessor, beside: measurementNames.rawProcessor },
  { title: "Memory when ready", name: measurementNames.memoryReady },
  { title: "Fleet, decoded", name: measurementNames.fleetDecoded, beside: measurementNames.rawBytes },
  { title: "Fleet, as sent", name: measurementNames.fleetPacked },
  { title: "Browser's heap", name: measurementNames.browserHeap },
];

const columns = 3;
const panel = { width: 310, height: 230 };
const plot = { left: 72, top: 34, width: 226, height: 158 };
const legendHeight = 34;
const sizes = { from: 700, to: 140_000, named: [1_000, 10_000, 100_000] };

/** Readable on light and on dark ground, as a picture of its own: colours are those of the product. */
const style = `
  text { font: 12px system-ui, sans-serif; fill: #4a515c }
  .title { font-weight: 600; fill: #14181f }
  .ground { fill: #ffffff }
  .grid { stroke: #d5dae1 }
  .own { stroke: #155bd8; fill: #155bd8 }
  .law { stroke: #155bd8; fill: none }
  .hollow { fill: #ffffff }
  .beside { stroke: #1c9371; fill: #1c9371 }
  .limit { stroke: #93191f; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #b3bac5 }
    .title { fill: #e8ebf0 }
    .ground, .hollow { fill: #0e1116 }
    .grid { stroke: #2a313b }
    .own { stroke: #3b8eff; fill: #3b8eff }
    .law { stroke: #3b8eff }
    .hollow { fill: #0e1116 }
    .beside { stroke: #79d6a9; fill: #79d6a9 }
    .limit { stroke: #e5605a }
  }`;

/** What landscapes cost against their size, both by powers of ten: a cost that grows as the size does is a diagonal. */
export function costPicture(taken: readonly Taken[]): string {
  const rows = Math.ceil(panels.length / columns);
  const [width, height] = [columns * panel.width, rows * panel.height + legendHeight];
  const drawn = panels.map((each, index) => {
    const [x, y] = [(index % columns) * panel.width, Math.floor(index / columns) * panel.height];
    return `<g transform="translate(${x} ${y})">${panelPicture(each, taken)}</g>`;
  });
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img"><title>What landscapes cost against their number of Shoots</title>`;
  const ground = `<style>${style}\n</style><rect class="ground" width="${width}" height="${height}"/>`;
  return `${[head, ground, ...drawn, legend(rows * panel.height + 12)].join("\n")}\n</svg>\n`;
}

/** Where a value stands, in powers of ten. */
interface Scale {
  readonly at: (value: number) => number;
  readonly marks: readonly number[];
}

function scaleOf(from: number, to: number, marks: readonly number[]): Scale {
  const [low, high] = [Math.log10(from), Math.log10(to)];
  return { at: (value) => (Math.log10(value) - low) / (high - low), marks };
}

const across = scaleOf(sizes.from, sizes.to, sizes.named);

/** From the power of ten below the least to the one above the most. */
function upOf(values: readonly number[]): Scale {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const marks = Array.from({ length: high - low + 1 }, (_, power) => 10 ** (low + power));
  return scaleOf(10 ** low, 10 ** high, marks);
}

function panelPicture({ title, name, beside }: Panel, taken: readonly Taken[]): string {
  const of = (wanted: string | undefined) => taken.filter((entry) => entry.name === wanted);
  const [own, others] = [of(name), of(beside)];
  const [first] = own;
  const heading = `<text class="title" x="${plot.left}" y="20">${title}</text>`;
  if (first === undefined) return `${heading}<text x="${plot.left}" y="60">not measured</text>`;
  const law = lawsOf(taken).find((each) => each.name === name);
  const ends = [sizes.from, sizes.to].map((shoots) =>
    law === undefined ? medianOf(first) : predictValue(law, shoots),
  );
  const limits = own.flatMap(({ most }) => most ?? []);
  const up = upOf([...own.map(medianOf), ...others.map(medianOf), ...limits, ...ends].filter((value) => value > 0));
  const x = (shoots: number) => (plot.left + across.at(shoots) * plot.width).toFixed(1);
  const y = (value: number) => (plot.top + (1 - up.at(value)) * plot.height).toFixed(1);
  const dots = own.map((entry) => {
    const hollow = checkedSizes.includes(entry.shoots) ? " hollow" : "";
    return `<circle class="own${hollow}" cx="${x(entry.shoots)}" cy="${y(medianOf(entry))}" r="4"/>`;
  });
  const squares = others.map(
    (entry) =>
      `<rect class="beside" x="${Number(x(entry.shoots)) - 3}" y="${Number(y(medianOf(entry))) - 3}" width="6" height="6"/>`,
  );
  const bars = own.flatMap((entry) => {
    if (entry.most === undefined) return [];
    const words = `at most ${formatMeasurement(entry.most, entry.unit)}, ${isMet(entry) ? "met" : "missed"}`;
    const [at, level] = [Number(x(entry.shoots)), y(entry.most)];
    return [`<path class="limit" d="M${at - 9} ${level}H${at + 9}"><title>${words}</title></path>`];
  });
  const line =
    law === undefined ? [] : [`<path class="law" d="${curve((shoots) => predictValue(law, shoots), { x, y })}"/>`];
  return [heading, axes(up, first.unit, y), ...line, ...squares, ...bars, ...dots].join("");
}

interface Place {
  readonly x: (shoots: number) => string;
  readonly y: (value: number) => string;
}

/** Straight lines are curves between powers of ten. */
function curve(valueAt: (shoots: number) => number, { x, y }: Place): string {
  const steps = 24;
  const places = Array.from({ length: steps + 1 }, (_, step) => {
    const shoots = sizes.from * (sizes.to / sizes.from) ** (step / steps);
    return { shoots, value: valueAt(shoots) };
  });
  const drawable = places.filter(({ value }) => value > 0);
  return drawable.map(({ shoots, value }, index) => `${index === 0 ? "M" : "L"}${x(shoots)} ${y(value)}`).join("");
}

function axes(up: Scale, unit: Unit, y: (value: number) => string): string {
  const [right, bottom] = [plot.left + plot.width, plot.top + plot.height];
  const level = up.marks.map(
    (mark) =>
      `<path class="grid" d="M${plot.left} ${y(mark)}H${right}"/><text text-anchor="end" x="${plot.left - 6}" y="${Number(y(mark)) + 4}">${formatMeasurement(mark, unit)}</text>`,
  );
  const upright = across.marks.map((mark) => {
    const at = (plot.left + across.at(mark) * plot.width).toFixed(1);
    return `<path class="grid" d="M${at} ${plot.top}V${bottom}"/><text text-anchor="middle" x="${at}" y="${bottom + 17}">${mark.toLocaleString("en")}</text>`;
  });
  return [...level, ...upright].join("");
}

function legend(y: number): string {
  const middle = y + 4;
  const entries = [
    { look: `<circle class="own" cx="6" cy="${middle}" r="4"/>`, words: "measured", width: 100 },
    { look: `<circle class="own hollow" cx="6" cy="${middle}" r="4"/>`, words: "measured, not fitted", width: 164 },
    { look: `<path class="law" d="M0 ${middle}H14"/>`, words: "the law, by Shoots", width: 160 },
    {
      look: `<rect class="beside" x="2" y="${middle - 3}" width="6" height="6"/>`,
      words: `${raw} and its parsing`,
      width: 190,
    },
    { look: `<path class="limit" d="M0 ${middle}H14"/>`, words: "limit", width: 60 },
  ];
  let x = plot.left;
  return entries
    .map(({ look, words, width }) => {
      const drawn = `<g transform="translate(${x} 0)">${look}<text x="20" y="${y + 8}">${words}</text></g>`;
      x += width;
      return drawn;
    })
    .join("");
}
