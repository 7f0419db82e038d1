import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";

/** Name of a profile in URLs: `gcp` for a CloudProfile, `ml/ml-gpu` for a project's NamespacedCloudProfile. */
export function profileKey({ kind, name, project }: Pick<Profile, "kind" | "name" | "project">): string {
  return kind === "NamespacedCloudProfile" ? `${project ?? ""}/${name}` : name;
}

/** Returns whether a cluster uses exactly this profile; a NamespacedCloudProfile does not count as its parent. */
export function followsProfile(row: FleetRow, { kind, name, namespace }: Profile): boolean {
  const { profile } = row;
  if (profile?.name !== name || profile.kind !== kind) return false;
  return kind === "CloudProfile" || row.namespace === namespace;
}

/** Returns the filter that selects the clusters of a profile. */
export function profileFilter({ kind, name, project }: Profile): readonly (readonly [key: string, value: string])[] {
  const filter: (readonly [string, string])[] = [["profile", name]];
  if (kind === "NamespacedCloudProfile" && project !== undefined) filter.push(["project", project]);
  return filter;
}
