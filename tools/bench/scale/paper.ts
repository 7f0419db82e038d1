import { formatMeasurement } from "./measurement.ts";
import { checksOf, fittedSizes, type Law, lawsOf, maxDeviation, predictValue } from "./model.ts";
import type { ScaleRecord, Taken } from "./record.ts";
import { markdownRows, tableMarkdown, tableOf } from "./table.ts";

const embedded = "embedded";
const beyond = [100_000, 1_000_000];

/** What the paper says of the record, by the name of the place where it stands. */
export function paperSections(record: ScaleRecord): Readonly<Record<string, string>> {
  const own = record.taken.filter(({ garden }) => garden === embedded);
  const shown = {
    taken: own.filter(({ shoots }) => fittedSizes.includes(shoots)),
    faults: record.faults.filter(({ garden }) => garden === embedded),
  };
  return {
    machine: record.machine,
    figures: tableMarkdown(tableOf(shown)),
    elsewhere: elsewhereOf(record),
    taken: takenAt(record.taken),
    laws: lawTable(lawsOf(own)),
    checks: checkTable(own),
  };
}

/** Puts sections where the paper has their places: between `<!-- name -->` and `<!-- end -->`. */
export function withSections(paper: string, sections: Readonly<Record<string, string>>): string {
  return Object.entries(sections).reduce((text, [name, content]) => {
    const place = new RegExp(`<!-- ${name} -->[\\s\\S]*?<!-- end -->`);
    if (!place.test(text)) throw new Error(`the paper has no place for ${name}`);
    return text.replace(place, () => `<!-- ${name} -->\n\n${content}\n\n<!-- end -->`);
  }, paper);
}

/** Gardens that were not made for this, each with a table of its own. */
function elsewhereOf({ taken, faults }: ScaleRecord): string {
  const gardens = [...new Set(taken.map(({ garden }) => garden))].filter((garden) => garden !== embedded);
  if (gardens.length === 0) return "Not measured.";
  return gardens
    .map((name) => {
      const isOf = ({ garden }: { readonly garden: string }) => garden === name;
      return `${name}:\n\n${tableMarkdown(tableOf({ taken: taken.filter(isOf), faults: faults.filter(isOf) }))}`;
    })
    .join("\n\n");
}

/** When, and of which commit: one line for all parts and sizes that have both in common. */
function takenAt(taken: readonly Taken[]): string {
  const whens = new Map<string, Set<string>>();
  for (const { garden, shoots, part, on, commit } of taken) {
    const what = `${shoots.toLocaleString("en")} ${garden === embedded ? "" : `in ${garden} `}${part}`;
    const key = `${on}, ${commit}`;
    whens.set(key, (whens.get(key) ?? new Set()).add(what));
  }
  const rows = [...whens].map(([when, whats]) => [when, [...whats].join(", ")]);
  return markdownRows(["Day, commit", "Shoots and parts"], rows);
}

function lawTable(laws: readonly Law[]): string {
  const rows = laws.map((law) => {
    const { name, unit, constant, perShoot, perViewer } = law;
    const far = beyond.map((shoots) => formatMeasurement(predictValue(law, shoots), unit));
    return [
      name,
      formatMeasurement(constant, unit),
      formatMeasurement(perShoot, unit),
      perViewer === undefined ? "" : formatMeasurement(perViewer, unit),
      ...far,
    ];
  });
  const head = [
    "What",
    "Constant",
    "A Shoot",
    "A viewer",
    ...beyond.map((shoots) => `At ${shoots.toLocaleString("en")}`),
  ];
  return markdownRows(head, rows);
}

function checkTable(taken: readonly Taken[]): string {
  const rows = checksOf(taken).map(({ name, unit, shoots, viewers, foretold: said, measured, off }) => {
    const percent = `${off < 0 ? "−" : "+"}${Math.abs(off * 100).toFixed(1)} %`;
    return [
      viewers === undefined ? name : name.replace("viewers", `${viewers} viewers`),
      shoots.toLocaleString("en"),
      formatMeasurement(said, unit),
      formatMeasurement(measured, unit),
      Math.abs(off) <= maxDeviation ? percent : `**${percent}**`,
    ];
  });
  return rows.length === 0 ? "Not measured." : markdownRows(["What", "Shoots", "Foretold", "Measured", "Off"], rows);
}
