import type { NextUpdate, UpdateTarget } from "#lib/forecast/next-update.ts";
import type { LifeSegment } from "#lib/forecast/version-life.ts";
import type { Clock } from "#lib/words/clock.ts";
import { countOf } from "#lib/words/count.ts";
import { formatDate, formatRelative } from "#lib/words/format-time.ts";
import { formatEndDate } from "#lib/words/version-end.ts";
import { stageLook } from "#lib/words/version-stage.ts";
import { parseInstant } from "../../kube/instant.ts";
import type { Override, VersionRow } from "./version-rows.ts";

/** How instants are said: in the reader's clock, relative to now. */
export interface TimeWords {
  readonly clock: Clock;
  /** Epoch milliseconds. */
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

/** One letter for a stage, so that no bar is told apart by colour alone. */
export function stageLetter(stage: string): string {
  return (Object.hasOwn(letters, stage) ? letters[stage] : undefined) ?? "?";
}

/** `24 Nov 2026 (in 12 d)`. */
function endDateWords(at: number, { nowAt }: TimeWords): string {
  return `${formatEndDate(at)} (${formatRelative(at, nowAt)})`;
}

function startWords({ startsAt, stage }: LifeSegment, time: TimeWords): string {
  if (startsAt === undefined) return "start unknown";
  const verb = startsAt <= time.nowAt ? "since" : "from";
  return `${verb} ${stage === "expired" ? endDateWords(startsAt, time) : formatDate(startsAt, time.clock)}`;
}

function endWords({ endsAt, stage }: LifeSegment, next: LifeSegment | undefined, time: TimeWords): string {
  if (endsAt === undefined) return stage === "expired" ? "" : "no end date";
  if (next?.stage === "expired") {
    return `${endsAt <= time.nowAt ? "expired" : "expires"} ${endDateWords(endsAt, time)}`;
  }
  return `until ${formatEndDate(endsAt)}`;
}

/** Everything that a bar shows, in words: the version, its stage, from when to when, and who uses it. */
export function segmentWords(row: VersionRow, index: number, time: TimeWords): string {
  const segment = row.life[index];
  if (segment === undefined) return row.text;
  const words = stageLook(segment.stage).word.toLowerCase();
  return [row.text, words, startWords(segment, time), endWords(segment, row.life[index + 1], time), usageWords(row)]
    .filter((part) => part !== "")
    .join(", ");
}

export function usageWords({ clusters }: Pick<VersionRow, "clusters">): string {
  return clusters === 0 ? "not used" : `used by ${countOf(clusters, "cluster")}`;
}

/** The end of a version's life as a cell says it. */
export function expiryWords({ expiresAt, unreadableDate, stage }: VersionRow, time: TimeWords): string {
  if (expiresAt !== undefined) return endDateWords(expiresAt, time);
  if (unreadableDate) return "a date that cannot be read";
  return stage === "not-in-profile" ? "not in the profile" : "no end date";
}

function targetWords(target: UpdateTarget): string {
  switch (target.kind) {
    case "to":
      return target.version;
    case "stays":
      return "stays";
    case "dead-end":
      return "no upgrade path";
    case "unreadable":
      return "unknown: a version in the list cannot be read";
    default:
      return target satisfies never;
  }
}

function forcedWords(target: UpdateTarget, after: string): string {
  return target.kind === "dead-end"
    ? `${targetWords(target)} after ${after}`
    : `forced after ${after}: ${targetWords(target)}`;
}

/** What clusters on the version get, one sentence each for the automatic and the forced way. */
export function updateWords({ auto, forced }: NextUpdate): readonly string[] {
  if (forced !== undefined && forced.at === undefined)
    return [`forced at the next maintenance: ${targetWords(forced.target)}`];
  return [
    ...(auto.kind === "stays" ? [] : [`automatic: ${targetWords(auto)}`]),
    ...(forced?.at === undefined ? [] : [forcedWords(forced.target, formatEndDate(forced.at))]),
    ...(auto.kind === "stays" && forced === undefined ? ["stays"] : []),
  ];
}

/** Both dates of an override, the profile's own first. */
export function overrideWords({ profile, parentEndsAt, ownEndsAt }: Override): string {
  const words = (at: number | undefined) => (at === undefined ? "no end date" : formatEndDate(at));
  return `${profile}: ${words(ownEndsAt)}, in the CloudProfile ${words(parentEndsAt)}`;
}

/** A date of the wire as a sentence says it. */
export function wireDateWords(text: string | undefined): string {
  if (text === undefined) return "no end date";
  const at = parseInstant(text);
  return at === undefined ? `“${text}”, which is no date` : formatEndDate(at);
}
