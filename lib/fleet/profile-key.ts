import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";

/** Returns the name of a profile in addresses: `gcp`, or `ml/ml-gpu` for a project's own. */
export function profileKey({ kind, name, project }: Pick<Profile, "kind" | "name" | "project">): string {
  return kind === "NamespacedCloudProfile" ? `${project ?? ""}/${name}` : name;
}

/** Returns whether a cluster uses exactly this profile: a project's own profile is not its parent. */
export function followsProfile(row: FleetRow, { kind, name, namespace }: Profile): boolean {
  const { profile } = row;
  if (profile?.name !== name || profile.kind !== kind) return false;
  return kind === "CloudProfile" || row.namespace === namespace;
}

/** Returns the filter that lists a profile's clusters. */
export function profileFilter({ kind, name, project }: Profile): readonly (readonly [key: string, value: string])[] {
  const filter: (readonly [string, string])[] = [["profile", name]];
  if (kind === "NamespacedCloudProfile" && project !== undefined) filter.push(["project", project]);
  return filter;
}
