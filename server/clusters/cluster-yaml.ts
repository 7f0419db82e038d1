import "server-only";
import { stringify } from "yaml";
import type { Shoot } from "#lib/garden/shoot.ts";

/** The object as `kubectl get -o yaml` would show it, for reading. */
export function clusterYaml(shoot: Shoot): string {
  return stringify(shoot, { aliasDuplicateObjects: false, lineWidth: 0 });
}
