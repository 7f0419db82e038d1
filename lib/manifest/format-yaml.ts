import { Document, Scalar, visit } from "yaml";
import { escapeHiddenCharacters, hasHiddenCharacters } from "#lib/strings/hidden-characters.ts";

/**
 * Formats a value as YAML, as `kubectl get -o yaml` prints it. Invisible characters are escaped, so that a value cannot
 * be displayed misleadingly.
 */
export function formatYaml(value: unknown): string {
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
