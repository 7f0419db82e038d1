import { deadEndWords } from "#lib/fleet/fields/dead-end-filter.ts";
import { formatDate, formatRelative } from "#lib/words/format-time.ts";
import type { Speech } from "#lib/words/hop-sentences.ts";
import { familyName } from "#lib/words/words.ts";
import { formatDays, targetOf } from "../forecast/forced-words.ts";
import type { NeedOfCluster } from "./needs-you.ts";

export interface NeedWords {
  readonly what: string;
  /** Since when or until when. */
  readonly when: string;
  readonly action: { readonly label: string; readonly path: string };
}

/** What a cluster needs, since or until when, and where that is dealt with. */
export function needWords({ row, need }: NeedOfCluster, speech: Speech): NeedWords {
  const { clock, now } = speech;
  const page = `/clusters/${encodeURIComponent(row.project)}/${encodeURIComponent(row.name)}`;
  const open = { label: "Open", path: page };
  const plan = { label: "Open plan", path: `${page}/updates` };
  switch (need.id) {
    case "operation-failed": {
      const codes = row.errorCodes.length === 0 ? "" : `: ${row.errorCodes.join(", ")}`;
      const whose = row.fixer === "user" ? ", you can fix this" : "";
      return { what: `The last operation failed${codes}${whose}`, when: ago(need.at, now), action: open };
    }
    case "unhealthy": {
      const types = row.conditions.filter(({ status }) => status === "False").map(({ type }) => type);
      return { what: `Unhealthy: ${types.join(", ")}`, when: ago(need.at, now), action: open };
    }
    case "stuck":
    case "dead-end": {
      const { deadEnd } = need;
      const missing = deadEnd.missing === undefined ? "" : `: no ${deadEnd.missing}`;
      const where = deadEnd.profile === undefined ? "" : ` in ${deadEnd.profile}`;
      const what = `Dead end, ${deadEndWords(deadEnd.code).toLowerCase()}${missing}${where}`;
      const ends = `${deadEnd.version} ${need.id === "stuck" ? "ended" : "ends"} ${formatDate(deadEnd.endsAt ?? need.at, clock)}`;
      return { what, when: deadEnd.version === "" ? formatDate(need.at, clock) : ends, action: plan };
    }
    case "forced-minor": {
      const { step } = need;
      const when = formatDays(step.earliestAt, step.latestAt, speech);
      return { what: `Forced to ${targetOf(step)}`, when, action: { ...plan, label: "Preview" } };
    }
    case "maintenance-failed":
      return { what: "The last maintenance failed", when: ago(need.at, now), action: open };
    case "certificates-end":
      return { what: "Certificate authorities end within a year", when: "no date is reported", action: open };
    case "rotation-waits":
      return {
        what: `The rotation of the ${familyName(need.family)} waits for you`,
        when: ago(need.at, now),
        action: open,
      };
    case "yours-to-mend":
      return {
        what: `An error you can fix: ${row.errorCodes.join(", ")}`,
        when: ago(need.at, now),
        action: open,
      };
    case "deprecated-and-held": {
      const { version } = row.kubernetes;
      const when = need.at === undefined ? "no end date" : `ends ${formatDate(need.at, clock)}`;
      return { what: `${version} is deprecated and automatic updates are off`, when, action: plan };
    }
  }
}

function ago(at: number | undefined, now: number): string {
  return at === undefined ? "time not reported" : formatRelative(at, now);
}
