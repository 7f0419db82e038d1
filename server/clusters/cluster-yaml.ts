import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatYaml } from "#lib/manifest/format-yaml.ts";
import { escapeHiddenCharacters } from "#lib/strings/hidden-characters.ts";

/** Formatting YAML takes a hundred times as long as formatting JSON, which is valid YAML. */
const longestLaidOut = 200_000;

/** The object as `kubectl get -o yaml` would print it; as JSON when it is far too large for that. */
export function clusterYaml({ metadata: { managedFields: _, ...metadata }, ...rest }: Shoot): string {
  const shoot = { ...rest, metadata };
  const json = JSON.stringify(shoot, null, 2);
  if (json.length <= longestLaidOut) return formatYaml(shoot);
  return `# Too large to be laid out: this is YAML in the form of JSON.\n${escapeHiddenCharacters(json)}\n`;
}
