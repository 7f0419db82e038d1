import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatYaml } from "#lib/manifest/format-yaml.ts";
import { escapeHiddenCharacters } from "#lib/strings/hidden-characters.ts";

/** Length in characters above which an object is shown as JSON, since formatting YAML takes a hundred times as long. */
const longestLaidOut = 200_000;

/** A Shoot as `kubectl get -o yaml` would print it, without managedFields; a very long one as JSON. */
export function clusterYaml({ metadata: { managedFields: _, ...metadata }, ...rest }: Shoot): string {
  const shoot = { ...rest, metadata };
  const json = JSON.stringify(shoot, null, 2);
  if (json.length <= longestLaidOut) return formatYaml(shoot);
  return `# Too large to be laid out: this is YAML in the form of JSON.\n${escapeHiddenCharacters(json)}\n`;
}
