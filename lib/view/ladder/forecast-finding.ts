import type { Outlook } from "#lib/policy/forecast/forecast-result.ts";
import { countOf } from "#lib/words/count.ts";
import { formatDate } from "#lib/words/format-time.ts";
import type { Speech } from "#lib/words/hop-sentences.ts";
import { forecastRows } from "./forecast-rows.ts";

/** The ladder in one line: how many steps there are until when, and how many ends. The first of each is its first label. */
export function forecastFinding(outlook: Outlook, horizonAt: number, { clock }: Speech): string {
  const rows = forecastRows(outlook);
  const steps = rows.filter(({ kind }) => kind === "hop").length;
  const ends = rows.length - steps;
  const until = formatDate(horizonAt, clock);
  const head = steps === 0 ? `No step until ${until}` : `${countOf(steps, "step")} until ${until}`;
  return ends === 0 ? `${head}.` : `${head}, and ${countOf(ends, "dead or open end")}.`;
}
