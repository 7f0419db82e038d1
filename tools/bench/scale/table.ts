import { formatMeasurement } from "./measurement.ts";
import { isWithinLimit, type RoundsMeasurement, type ScaleRecord, worstRoundValue } from "./taken.ts";

export interface TableLine {
  readonly name: string;
  /** One cell per size; empty if nothing was measured. */
  readonly cells: readonly string[];
}

export interface ScaleTable {
  readonly sizes: readonly number[];
  readonly lines: readonly TableLine[];
  /** Whether all limits were met and no measurement failed. */
  readonly met: boolean;
}

/** Maximum growth of the cost per Shoot, compared with a landscape of `smallSize` Shoots. */
const mostGrowth = 1.2;
const smallSize = 1_000;

/** Creates the result table: one line per measurement and one column per size, followed by the cost per Shoot. */
export function createScaleTable({ taken, failed }: ScaleRecord): ScaleTable {
  const sizes = [...new Set([...taken, ...failed].map(({ shoots }) => shoots))].sort((a, b) => a - b);
  const names = [...new Set(taken.map(nameOf))];
  const at = (name: string, shoots: number) => taken.find((entry) => entry.shoots === shoots && nameOf(entry) === name);
  const lines = names.map((name) => ({ name, cells: sizes.map((shoots) => cellOf(at(name, shoots))) }));
  const growths = names.flatMap((name) => {
    const entries = sizes.map((shoots) => at(name, shoots));
    return entries.some((entry) => entry?.cost !== undefined)
      ? [growthOf(name, entries), furtherOf(name, entries)]
      : [];
  });
  const broken = [...new Set(failed.map(({ part }) => part))].map((part) => ({
    name: `${part}: could not be measured`,
    cells: sizes.map((shoots) => failed.find((each) => each.part === part && each.shoots === shoots)?.reason ?? ""),
  }));
  return {
    sizes,
    lines: [...lines, ...growths.map(({ line }) => line), ...broken],
    met: failed.length === 0 && taken.every(isWithinLimit) && growths.every(({ met }) => met),
  };
}

function nameOf({ name, viewers }: RoundsMeasurement): string {
  return viewers === undefined ? name : name.replace("viewers", `${viewers} viewers`);
}

function cellOf(entry: RoundsMeasurement | undefined): string {
  if (entry === undefined) return "";
  const value = formatMeasurement(worstRoundValue(entry), entry.unit);
  return entry.most === undefined ? value : `${value} ${limitLabel(entry.most, isWithinLimit(entry))}`;
}

function limitLabel(most: number, met: boolean): string {
  return `(≤ ${most}: ${met ? "met" : "MISSED"})`;
}

/** The cost per Shoot, compared with a small landscape. */
function growthOf(name: string, entries: readonly (RoundsMeasurement | undefined)[]) {
  const perShoot = (entry: RoundsMeasurement | undefined) =>
    entry === undefined ? Number.NaN : worstRoundValue(entry) / entry.shoots;
  const small = perShoot(entries.find((entry) => entry?.shoots === smallSize));
  let met = true;
  const cells = entries.map((entry) => {
    if (entry === undefined) return "";
    const cost = formatMeasurement(perShoot(entry), entry.unit);
    const growth = perShoot(entry) / small;
    if (entry.shoots === smallSize || Number.isNaN(growth)) return cost;
    met &&= growth <= mostGrowth;
    return `${cost}, × ${growth.toFixed(2)} ${limitLabel(mostGrowth, growth <= mostGrowth)}`;
  });
  return { line: { name: `${name}, per Shoot`, cells }, met };
}

/** The additional cost per additional Shoot, without the fixed cost of a landscape. */
function furtherOf(name: string, entries: readonly (RoundsMeasurement | undefined)[]) {
  const cells = entries.map((entry, at) => {
    const before = entries[at - 1];
    if (entry === undefined || before === undefined) return "";
    return formatMeasurement(
      (worstRoundValue(entry) - worstRoundValue(before)) / (entry.shoots - before.shoots),
      entry.unit,
    );
  });
  return { line: { name: `${name}, each further Shoot`, cells }, met: true };
}

/** Formats the table as Markdown. */
export function formatScaleTable({ sizes, lines }: ScaleTable): string {
  const rows = lines.map(({ name, cells }) => [name, ...cells.map((cell) => cell.replace(/\(.*MISSED\)/, "**$&**"))]);
  return markdownRows(["Shoots", ...sizes.map((size) => size.toLocaleString("en"))], rows);
}

/** Pads the columns to a common width, as Biome formats them. */
function markdownRows(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, at) => (cells[at] ?? "").padEnd(width)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
