import type { FleetRow } from "#lib/contract/fleet.ts";

/** The commands that reach a node of the cluster, within the garden that gardenctl has as its target. */
export function gardenctlSsh({ project, name }: Pick<FleetRow, "project" | "name">): string {
  return `gardenctl target --project ${project} --shoot ${name}\ngardenctl ssh`;
}
