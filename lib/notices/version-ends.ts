import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";

/** When a version of a profile ends, as it was read last; `""` for no end. */
export interface KnownEnd {
  readonly end: string;
  /** What it was before it was brought forward; absent when it was not. */
  readonly was?: string;
  /** Epoch milliseconds. */
  readonly changedAt?: number;
}

/** The ends of all versions that the watched clusters use, by profile, name and version. */
export type KnownEnds = Readonly<Record<string, KnownEnd>>;

/** Enough for every version of several profiles. */
export const mostEnds = 500;
/** So long a date that was brought forward is news. */
const newsMs = 7 * dayMs;

export interface UsedVersion {
  readonly key: string;
  readonly words: string;
  /** Absent for Kubernetes. */
  readonly image?: string;
  readonly version: string;
  readonly end: string;
}

/** The versions of a cluster whose end is known, or known to be none. Several rules ask it of one row after the other. */
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

/** What is known after a row was read. The same object when the row says nothing new. */
export const learnEnds = memoizeLast((known: KnownEnds, row: FleetRow, now: number): KnownEnds => {
  let ends = known;
  for (const { key, end } of usedVersions(row)) {
    const held = ends[key];
    if (held?.end === end) continue;
    if (held === undefined && Object.keys(ends).length >= mostEnds) continue;
    const isEarlier = held !== undefined && endMs(end) < endMs(held.end);
    ends = { ...ends, [key]: isEarlier ? { end, was: held.end, changedAt: now } : { end } };
  }
  return ends;
});

/** The end that was brought forward, while that is news. */
export function broughtForward(known: KnownEnds, { key, end }: UsedVersion): Required<KnownEnd> | undefined {
  const held = known[key];
  if (held?.was === undefined || held.changedAt === undefined || held.end !== end) return undefined;
  return { end, was: held.was, changedAt: held.changedAt };
}

/** Until when it is news that an end was brought forward. */
export function newsUntil({ changedAt }: Pick<Required<KnownEnd>, "changedAt">): number {
  return changedAt + newsMs;
}

function endMs(end: string): number {
  return parseInstant(end) ?? Number.POSITIVE_INFINITY;
}
