import type { FleetRow } from "#lib/contract/fleet.ts";
import type { DeadEndSummary } from "#lib/contract/forecast.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { causeOfDeadEnd, type DeadEndCause, deadEndCauses, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { deadEndLabels } from "#lib/words/dead-end-labels.ts";
import type { FleetContext } from "./create-fleet-context.ts";

/**
 * Formats a dead end as a value of the filter `deadend`: its code, with the missing item and the profile, where known:
 * `no-next-minor:1.34.x@gcp`. The filter also accepts `1` for any dead end, `0` for none, `open` if only a later
 * version is missing, `stuck` for any other, and a cause (`no-later-version`, `gap`, `blocked`).
 */
export function deadEndFilterValueOf({
  code,
  missing,
  profile,
}: Pick<DeadEndSummary, "code" | "missing" | "profile">): string {
  return `${code}${missing === undefined ? "" : `:${missing}`}${profile === undefined ? "" : `@${profile}`}`;
}

function partsOf(value: string): { readonly code: string; readonly missing?: string; readonly profile?: string } {
  const match = /^([^:@]*)(?::([^@]*))?(?:@(.*))?$/.exec(value);
  const [, code = "", missing, profile] = match ?? [];
  return { code, ...(missing !== undefined && { missing }), ...(profile !== undefined && { profile }) };
}

/** Returns a function that tests whether a cluster has a dead end that matches the filter value. */
export function createDeadEndRowTest(value: string): (row: FleetRow, context: Pick<FleetContext, "now">) => boolean {
  if (value === "0") return ({ forecast }) => (forecast?.deadEnds ?? []).length === 0;
  const test = createDeadEndTest(value);
  return ({ forecast }, { now }) => (forecast?.deadEnds ?? []).some((deadEnd) => test(deadEnd, now));
}

/** Returns a function that tests whether a dead end matches the filter value; `0` matches none. */
export function createDeadEndTest(value: string): (deadEnd: DeadEndSummary, now: number) => boolean {
  const asked = value.toLowerCase();
  if (asked === "0") return () => false;
  if (asked === "1") return () => true;
  if (asked === "open") return (deadEnd, now) => urgencyOf(deadEnd, now) === "open";
  if (asked === "stuck") return (deadEnd, now) => urgencyOf(deadEnd, now) !== "open";
  if (isCause(asked)) return ({ code }) => causeOfDeadEnd(code) === asked;
  const wanted = partsOf(asked);
  return ({ code, missing, profile }) =>
    code === wanted.code &&
    (wanted.missing === undefined || missing?.toLowerCase() === wanted.missing) &&
    (wanted.profile === undefined || profile?.toLowerCase() === wanted.profile);
}

function isCause(text: string): text is DeadEndCause {
  return deadEndCauses.some((cause) => cause === text);
}

/** Order of the causes in the `deadend` facet: those that need a fix before those that time resolves. */
export const deadEndFacetOrder: readonly string[] = ["blocked", "gap", "no-later-version", "0"];

/** Returns the causes of a cluster's dead ends for the facet, each once. */
export function deadEndCausesOf({ forecast }: FleetRow): readonly string[] {
  const deadEnds = forecast?.deadEnds ?? [];
  return deadEnds.length === 0 ? ["0"] : [...new Set(deadEnds.map(({ code }) => causeOfDeadEnd(code)))];
}

/** Returns the label of a dead-end code; a code newer than this build is returned unchanged. */
export function deadEndCodeLabel(code: string): string {
  return String(Object.entries(deadEndLabels).find(([known]) => known === code)?.[1] ?? code);
}

const causeLabels: Readonly<Record<DeadEndCause, Message>> = {
  "no-later-version": message("no later version yet"),
  gap: message("gap in the profile"),
  blocked: message("blocked by the cluster"),
};

export function deadEndFilterLabel(value: string): string {
  if (value === "1") return text("any", {}, "dead end");
  if (value === "0") return text("none", {}, "dead end");
  if (value === "open") return text("open end");
  if (value === "stuck") return text("not an open end");
  const asked = value.toLowerCase();
  if (isCause(asked)) return text(causeLabels[asked]);
  const { code, missing, profile } = partsOf(value);
  const where = [missing, profile && text("in {profile}", { profile })].filter(Boolean).join(" ");
  return where === "" ? deadEndCodeLabel(code) : `${deadEndCodeLabel(code)}: ${where}`;
}

/**
 * Describes what blocks a cluster, in the words of a table cell: `1.34 missing`, `no 1.36 yet`, `no newer suse-chost
 * yet`.
 *
 * @param where text to put after what is missing: ` in gcp`
 */
export function missingVersionLabel({ code, missing }: Pick<DeadEndSummary, "code" | "missing">, where = ""): string {
  if (missing === undefined) return deadEndCodeLabel(code);
  const [, minor] = /^(\d+\.\d+)\.x$/.exec(missing) ?? [];
  switch (causeOfDeadEnd(code)) {
    case "no-later-version":
      return minor === undefined
        ? text("no newer {missing}{where} yet", { missing, where })
        : text("no {minor}{where} yet", { minor, where });
    case "gap":
      return code === "no-higher-image"
        ? text("no usable {missing}{where}", { missing, where })
        : text("{minor} missing{where}", { minor: minor ?? missing, where });
    case "blocked":
      return code === "rejected-by-dry-run"
        ? text("{missing} refused", { missing })
        : text("no fitting {missing}{where}", { missing, where });
  }
}
