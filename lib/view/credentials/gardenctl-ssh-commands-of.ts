import type { FleetRow } from "#lib/contract/fleet.ts";

/** gardenctl commands that open a shell on a node, for the garden that gardenctl targets. */
export function gardenctlSshCommandsOf({ project, name }: Pick<FleetRow, "project" | "name">): string {
  return `gardenctl target --project ${project} --shoot ${name}\ngardenctl ssh`;
}
