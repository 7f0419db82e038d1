import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { yamlText } from "#lib/manifest/yaml-text.ts";

/** The object as `kubectl get -o yaml` would show it, for reading. */
export function clusterYaml(shoot: Shoot): string {
  return yamlText(shoot);
}
