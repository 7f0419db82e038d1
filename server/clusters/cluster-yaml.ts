import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { yamlText } from "#lib/manifest/yaml-text.ts";
import { escapeHiddenCharacters } from "#lib/text/hidden-characters.ts";

/** Laying out YAML takes a hundred times as long as writing JSON, which is YAML as well. */
const longestLaidOut = 200_000;

/** The object as `kubectl get -o yaml` would show it, for reading; one that is far too large for that as JSON. */
export function clusterYaml({ metadata: { managedFields: _, ...metadata }, ...rest }: Shoot): string {
  const shoot = { ...rest, metadata };
  const json = JSON.stringify(shoot, null, 2);
  if (json.length <= longestLaidOut) return yamlText(shoot);
  return `# Too large to be laid out: this is YAML in the form of JSON.\n${escapeHiddenCharacters(json)}\n`;
}
