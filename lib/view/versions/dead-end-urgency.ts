import type { NextUpdate } from "#lib/forecast/next-update.ts";
import { type Urgency, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import type { VersionRow } from "./version-rows.ts";

interface Place {
  /** Minors that the profile lacks although it lists later ones, as `profile 1.34`. */
  readonly missing: ReadonlySet<string>;
  readonly time: { readonly nowAt: number };
}

/** The name of a missing minor in `Place.missing`. */
export function missingMinor(profile: string, major: number, minor: number): string {
  return `${profile} ${major}.${minor}`;
}

/** How loud it is that clusters on a version have, or will have, nowhere to go; undefined while they have. */
export function deadEndUrgency({ forced }: NextUpdate, row: VersionRow, { missing, time }: Place): Urgency | undefined {
  if (forced?.target.kind !== "dead-end") return undefined;
  const { version, profile } = row;
  const isGap = version !== undefined && missing.has(missingMinor(profile, version.major, version.minor + 1));
  const code = isGap ? "no-next-minor" : "highest-minor";
  return urgencyOf({ code, fromAt: forced.at ?? time.nowAt }, time.nowAt);
}
