import type { Outlook } from "#lib/policy/forecast/forecast-result.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { hopKindLabel, laneLabel, type Speech } from "#lib/words/hop-sentences.ts";
import { type ForecastRow, forecastRows } from "./forecast-rows.ts";
import { hopWhen } from "./interval-words.ts";

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function firstStep(rows: readonly ForecastRow[], speech: Speech): string {
  const first = rows.find((row) => row.kind === "hop");
  if (first?.kind !== "hop") return "";
  const { hop, lane } = first;
  const name = laneLabel(lane).replace(/^./, (letter) => letter.toLowerCase());
  return ` The first is ${hop.kind === "auto" ? "an" : "a"} ${hopKindLabel(hop, lane)} of the ${name.replace(/^kubernetes/, "Kubernetes")}, ${hop.from} to ${hop.to}, ${hopWhen(hop, speech.clock)}.`;
}

function stuck(rows: readonly ForecastRow[], { clock, now }: Speech): string {
  const ends = rows.filter(({ kind }) => kind !== "hop");
  const [first] = ends;
  if (first === undefined) return "";
  const since = first.at <= now ? "now" : `from ${formatDate(first.at, clock)}`;
  return ` ${count(ends.length, "dead end", "dead ends")}, ${ends.length === 1 ? "" : "the first "}${since}.`;
}

/** The ladder in words: how many steps there are, what the first one is, and whether the cluster will be stuck. */
export function forecastFinding(outlook: Outlook, horizonAt: number, speech: Speech): string {
  const rows = forecastRows(outlook);
  const steps = rows.filter(({ kind }) => kind === "hop").length;
  const until = formatDate(horizonAt, speech.clock);
  const head =
    steps === 0
      ? `No step expected until ${until}.`
      : `${count(steps, "step is", "steps are")} expected until ${until}.`;
  return `${head}${firstStep(rows, speech)}${stuck(rows, speech)}`;
}
