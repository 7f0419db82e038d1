import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";

/** Last known end of a version of a profile; `""` for no end. */
export interface KnownVersionEnd {
  readonly end: string;
  /** Previous end, if the end was moved to an earlier date; absent otherwise. */
  readonly was?: string;
  /** Time at which the end was moved, in epoch milliseconds. */
  readonly changedAt?: number;
}

/** Known ends of all versions that the watched clusters use, by profile, name and version. */
export type KnownVersionEnds = Readonly<Record<string, KnownVersionEnd>>;

/** Maximum number of stored version ends, sufficient for every version of several profiles. */
export const maxKnownVersionEnds = 500;
/** Time for which an end that was moved to an earlier date is reported. */
const newsMs = 7 * dayMs;

export interface UsedVersion {
  readonly key: string;
  readonly words: string;
  /** Name of the machine image; absent for Kubernetes. */
  readonly image?: string;
  readonly version: string;
  readonly end: string;
}

/** Returns the versions of a cluster whose end (or lack of one) is known; cached for several rules on one row. */
export const usedVersionsOf = memoizeLast(
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

/** Adds the version ends in a row to the known ends; returns the same object if nothing is new. */
export const recordVersionEnds = memoizeLast(
  (known: KnownVersionEnds, row: FleetRow, now: number): KnownVersionEnds => {
    let ends = known;
    for (const { key, end } of usedVersionsOf(row)) {
      const held = ends[key];
      if (held?.end === end) continue;
      if (held === undefined && Object.keys(ends).length >= maxKnownVersionEnds) continue;
      const isEarlier = held !== undefined && endMs(end) < endMs(held.end);
      ends = { ...ends, [key]: isEarlier ? { end, was: held.end, changedAt: now } : { end } };
    }
    return ends;
  },
);

/** Returns the end of a version if it was moved to an earlier date and has not changed since. */
export function earlierVersionEndOf(
  known: KnownVersionEnds,
  { key, end }: UsedVersion,
): Required<KnownVersionEnd> | undefined {
  const held = known[key];
  if (held?.was === undefined || held.changedAt === undefined || held.end !== end) return undefined;
  return { end, was: held.was, changedAt: held.changedAt };
}

/** Returns until when an end that was moved to an earlier date is reported. */
export function earlierEndNewsUntil({ changedAt }: Pick<Required<KnownVersionEnd>, "changedAt">): number {
  return changedAt + newsMs;
}

function endMs(end: string): number {
  return parseInstant(end) ?? Number.POSITIVE_INFINITY;
}
