import type { NextUpdate, UpdateTarget } from "#lib/forecast/next-update.ts";
import type { LifeSegment } from "#lib/forecast/version-life.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatDate, formatRelative } from "#lib/words/format-time.ts";
import { formatVersionEndDate } from "#lib/words/version-end.ts";
import { inlineStageLabel } from "#lib/words/version-stage.ts";
import type { EndOverride, VersionRow } from "./version-rows.ts";

/** Context for texts about instants: the user's clock, and the current time. */
export interface VersionTimeContext {
  readonly clock: DisplayClock;
  /** Current time in epoch milliseconds. */
  readonly nowAt: number;
}

const letters: Readonly<Record<string, string>> = {
  preview: "P",
  supported: "S",
  deprecated: "D",
  expired: "X",
  unclassified: "U",
  unavailable: "N",
  "not-in-profile": "!",
};

/** Returns the letter of a lifecycle stage, so that bars do not differ by colour alone. */
export function stageLetter(stage: string): string {
  return (Object.hasOwn(letters, stage) ? letters[stage] : undefined) ?? "?";
}

/** Formats an end with its distance: `24 Nov 2026 (in 12 d)`. */
function endDateLabel(at: number, { nowAt }: VersionTimeContext): string {
  return `${formatVersionEndDate(at)} (${formatRelative(at, nowAt)})`;
}

function startLabel({ startsAt, stage }: LifeSegment, time: VersionTimeContext): string {
  if (startsAt === undefined) return text("start unknown");
  const at = stage === "expired" ? endDateLabel(startsAt, time) : formatDate(startsAt, time.clock);
  return startsAt <= time.nowAt ? text("since {at}", { at }) : text("from {at}", { at });
}

function endLabel({ endsAt, stage }: LifeSegment, next: LifeSegment | undefined, time: VersionTimeContext): string {
  if (endsAt === undefined) return stage === "expired" ? "" : text("no end date");
  if (next?.stage === "expired") {
    const at = endDateLabel(endsAt, time);
    return endsAt <= time.nowAt ? text("expired {at}", { at }) : text("expires {at}", { at });
  }
  return text("until {at}", { at: formatVersionEndDate(endsAt) });
}

/** Describes a bar of the versions chart: version, stage, period and usage. */
export function describeSegment(row: VersionRow, index: number, time: VersionTimeContext): string {
  const segment = row.life[index];
  if (segment === undefined) return row.text;
  const words = inlineStageLabel(segment.stage);
  return [row.text, words, startLabel(segment, time), endLabel(segment, row.life[index + 1], time), usageLabel(row)]
    .filter((part) => part !== "")
    .join(", ");
}

export function usageLabel({ clusters }: Pick<VersionRow, "clusters">): string {
  return clusters === 0
    ? text("not used")
    : text("used by {clusters, plural, one {# cluster} other {# clusters}}", { clusters });
}

/** Returns the label of a version's end, for a table cell. */
export function expiryLabel({ expiresAt, unreadableDate, stage }: VersionRow, time: VersionTimeContext): string {
  if (expiresAt !== undefined) return endDateLabel(expiresAt, time);
  if (unreadableDate) return text("a date that cannot be read");
  return stage === "not-in-profile" ? text("not in the profile") : text("no end date");
}

function targetLabel(target: UpdateTarget): string {
  switch (target.kind) {
    case "to":
      return target.version;
    case "stays":
      return text("stays");
    case "dead-end":
      return text("no upgrade path");
    case "unreadable":
      return text("unknown: a version in the list cannot be read");
    default:
      return target satisfies never;
  }
}

function forcedLabel(target: UpdateTarget, after: string): string {
  return target.kind === "dead-end"
    ? text("no upgrade path after {after}", { after })
    : text("forced after {after}: {target}", { after, target: targetLabel(target) });
}

/** Updates of clusters on the version, one sentence each for automatic and forced ones. */
export function describeNextUpdate({ auto, forced }: NextUpdate): readonly string[] {
  if (forced !== undefined && forced.at === undefined)
    return [text("forced at the next maintenance: {target}", { target: targetLabel(forced.target) })];
  return [
    ...(auto.kind === "stays" ? [] : [text("automatic: {target}", { target: targetLabel(auto) })]),
    ...(forced?.at === undefined ? [] : [forcedLabel(forced.target, formatVersionEndDate(forced.at))]),
    ...(auto.kind === "stays" && forced === undefined ? [text("stays")] : []),
  ];
}

/** Describes both ends of an overridden version, the project's own first. */
export function describeEndOverride({ profile, parentEndsAt, ownEndsAt }: EndOverride): string {
  const words = (at: number | undefined) => (at === undefined ? text("no end date") : formatVersionEndDate(at));
  return text("{profile}: {own}, in the CloudProfile {parent}", {
    profile,
    own: words(ownEndsAt),
    parent: words(parentEndsAt),
  });
}

/** Date from the API, for use in a sentence. */
export function apiDateLabel(written: string | undefined): string {
  if (written === undefined) return text("no end date");
  const at = parseInstant(written);
  return at === undefined ? text("“{written}”, which is no date", { written }) : formatVersionEndDate(at);
}
