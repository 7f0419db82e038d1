import type { FleetRow } from "#lib/contract/fleet.ts";
import { forcedEvents } from "#lib/forecast/forced-events.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { compareText, naturalKey } from "#lib/text/natural-key.ts";
import { stageSeverity, worstImage } from "#lib/words/version-stage.ts";
import { nameKeyOf } from "./fleet-fields.ts";
import type { SortKey, SortTerm } from "./fleet-keys.ts";
import { healthSeverity } from "./health.ts";

/** What "ascending" puts first where words have an order of their own: trouble, work, rest. */
const operationOrder = ["Failed", "Aborted", "Error", "Processing", "Pending", "Succeeded"];

type SortValue = string | number;

interface SortContext {
  /** When the row's next maintenance window begins, in ms; undefined without one. */
  readonly windowBegin: (row: FleetRow) => number | undefined;
}

interface KeyedContext extends SortContext {
  /** The natural key of a text that many rows have in common. */
  readonly keyOf: (text: string) => string;
}

/** Ten thousand rows name a few projects, versions and seeds. */
function rememberedKeys(): (text: string) => string {
  const keys = new Map<string, string>();
  return (text) => {
    const known = keys.get(text);
    if (known !== undefined) return known;
    const made = naturalKey(text);
    keys.set(text, made);
    return made;
  };
}

const last = Number.MAX_SAFE_INTEGER;
const farPast = 1e14;
const sortValueOf: Readonly<Record<SortKey, (row: FleetRow, context: KeyedContext) => SortValue>> = {
  name: nameKeyOf,
  project: (row, { keyOf }) => keyOf(row.project),
  health: (row) => -healthSeverity(row.health),
  op: ({ lastOperation }) => {
    const at = operationOrder.indexOf(lastOperation?.state ?? "");
    return at < 0 ? operationOrder.length : at;
  },
  k8s: (row, { keyOf }) => keyOf(row.kubernetes.version),
  images: (row) => -stageSeverity(worstImage(row.images)?.classification),
  forceAt: (row) => {
    const [first] = forcedEvents(row);
    // Without a forecast nobody can say: after those of which nothing is to be feared.
    if (first === undefined) return row.forecast?.without === undefined ? last - 1 : last;
    return first.overdue ? first.at - farPast : first.at;
  },
  window: (row, { windowBegin }) => windowBegin(row) ?? last,
  rotation: ({ rotation }) => (rotation ? (parseInstant(rotation.since) ?? 0) : last),
  findings: (row) => -row.findings,
  purpose: (row) => row.purpose ?? "~",
  provider: (row) => `${row.provider}/${row.region ?? ""}`,
  region: (row) => row.region ?? "~",
  seed: (row, { keyOf }) => keyOf(row.seed ?? "~"),
  created: (row) => parseInstant(row.createdAt) ?? last,
};

/** A new array in the order asked for; equal rows come by name, so that no order is left to chance. */
export function sortFleet(
  rows: readonly FleetRow[],
  terms: readonly SortTerm[],
  context: SortContext,
): readonly FleetRow[] {
  const all = terms.length === 0 ? [{ key: "name", descending: false } as const] : terms;
  const keyedContext = { ...context, keyOf: rememberedKeys() };
  const keyed = rows.map((row) => ({
    row,
    name: nameKeyOf(row),
    values: all.map(({ key }) => sortValueOf[key](row, keyedContext)),
  }));
  keyed.sort((a, b) => {
    // By place: an iterator and a pair for each of a hundred thousand comparisons would be felt.
    for (let place = 0; place < all.length; place += 1) {
      const order = compareValues(a.values[place], b.values[place]);
      if (order !== 0) return all[place]?.descending ? -order : order;
    }
    return compareText(a.name, b.name) || compareText(a.row.uid, b.row.uid);
  });
  return keyed.map(({ row }) => row);
}

function compareValues(a: SortValue | undefined, b: SortValue | undefined): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return compareText(String(a ?? ""), String(b ?? ""));
}
