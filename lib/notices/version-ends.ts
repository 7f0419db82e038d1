import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";

/** Last known end of a version of a profile; `""` for no end. */
export interface KnownEnd {
  readonly end: string;
  /** Previous end before it was moved to an earlier date; absent otherwise. */
  readonly was?: string;
  /** Epoch milliseconds. */
  readonly changedAt?: number;
}

/** Ends of all versions in use by the watched clusters, by profile, name and version. */
export type KnownEnds = Readonly<Record<string, KnownEnd>>;

/** Maximum number of entries: enough for every version of several profiles. */
export const maxKnownVersionEnds = 500;
/** How long an earlier end counts as news. */
const newsMs = 7 * dayMs;

export interface UsedVersion {
  readonly key: string;
  readonly words: string;
  /** Absent for Kubernetes. */
  readonly image?: string;
  readonly version: string;
  readonly end: string;
}

/** Returns a cluster's versions whose end (or lack of one) is known; cached for several rules on one row. */
export const usedVersions = memoizeLast(
  ({ namespace, profile, kubernetes, images }: FleetRow): readonly UsedVersion[] => {
    if (profile === undefined) return [];
    const place = profile.kind === "CloudProfile" ? profile.name : `${profile.kind}/${namespace}/${profile.name}`;
    const versions = [{ ...kubernetes, name: undefined }, ...images];
    return versions
      .filter(({ classification }) => classification !== "unknown" && classification !== "not-in-profile")
      .map(({ name, version, expiresAt = "" }) => {
        const words = `${name ?? "Kubernetes"} ${version}`;
        return { key: `${place} ${words}`, words, ...(name !== undefined && { image: name }), version, end: expiresAt };
      });
  },
);

/** Adds the ends in a row; returns the same object when nothing is new. */
export const learnEnds = memoizeLast((known: KnownEnds, row: FleetRow, now: number): KnownEnds => {
  let ends = known;
  for (const { key, end } of usedVersions(row)) {
    const held = ends[key];
    if (held?.end === end) continue;
    if (held === undefined && Object.keys(ends).length >= maxKnownVersionEnds) continue;
    const isEarlier = held !== undefined && endMs(end) < endMs(held.end);
    ends = { ...ends, [key]: isEarlier ? { end, was: held.end, changedAt: now } : { end } };
  }
  return ends;
});

/** Returns an end that was moved to an earlier date, as recorded with the current end of the version. */
export function earlierEndOf(known: KnownEnds, { key, end }: UsedVersion): Required<KnownEnd> | undefined {
  const held = known[key];
  if (held?.was === undefined || held.changedAt === undefined || held.end !== end) return undefined;
  return { end, was: held.was, changedAt: held.changedAt };
}

/** Returns until when an earlier end counts as news. */
export function earlierEndNewsUntil({ changedAt }: Pick<Required<KnownEnd>, "changedAt">): number {
  return changedAt + newsMs;
}

function endMs(end: string): number {
  return parseInstant(end) ?? Number.POSITIVE_INFINITY;
}
