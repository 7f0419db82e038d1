import type { NextUpdate } from "#lib/forecast/next-update.ts";
import { type Urgency, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import type { VersionRow } from "./version-rows.ts";

interface Place {
  /** Missing minors of profiles that list later ones, as `profile 1.34`. */
  readonly missing: ReadonlySet<string>;
  readonly time: { readonly nowAt: number };
}

/** Returns the key of a profile's missing minor. */
export function missingMinorKey(profile: string, major: number, minor: number): string {
  return `${profile} ${major}.${minor}`;
}

/** Returns the urgency of the dead end for clusters on a version; undefined while there is an upgrade path. */
export function deadEndUrgency({ forced }: NextUpdate, row: VersionRow, { missing, time }: Place): Urgency | undefined {
  if (forced?.target.kind !== "dead-end") return undefined;
  const { version, profile } = row;
  const isGap = version !== undefined && missing.has(missingMinorKey(profile, version.major, version.minor + 1));
  const code = isGap ? "no-next-minor" : "highest-minor";
  return urgencyOf({ code, fromAt: forced.at ?? time.nowAt }, time.nowAt);
}
