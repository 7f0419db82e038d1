import { Document, Scalar, visit } from "yaml";
import { escapeHiddenCharacters, hasHiddenCharacters } from "#lib/text/hidden-characters.ts";

/**
 * A value as `kubectl get -o yaml` would show it. Characters that nobody sees are written as escapes: it is still the
 * same value, and nothing in it reads otherwise than it is.
 */
export function yamlText(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  const asWritten = document.toString({ lineWidth: 0 });
  if (!hasHiddenCharacters(asWritten)) return asWritten;
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === "string" && hasHiddenCharacters(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escapeHiddenCharacters(document.toString({ lineWidth: 0 }));
}
