import "server-only";
import { Document, Scalar, visit } from "yaml";
import type { Shoot } from "#lib/garden/shoot.ts";
import { escapeHiddenCharacters, hasHiddenCharacters } from "#lib/view/hidden-characters.ts";

/**
 * The object as `kubectl get -o yaml` would show it, for reading. Characters that nobody sees are written as escapes: it
 * is still the same object, and nothing in it reads otherwise than it is.
 */
export function clusterYaml(shoot: Shoot): string {
  const document = new Document(shoot, { aliasDuplicateObjects: false });
  const asWritten = document.toString({ lineWidth: 0 });
  if (!hasHiddenCharacters(asWritten)) return asWritten;
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === "string" && hasHiddenCharacters(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escapeHiddenCharacters(document.toString({ lineWidth: 0 }));
}
