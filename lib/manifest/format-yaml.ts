import { Document, Scalar, visit } from "yaml";
import { escapeHiddenCharacters, hasHiddenCharacters } from "#lib/strings/hidden-characters.ts";

/**
 * YAML as `kubectl get -o yaml` prints it. Invisible characters are escaped: the value stays the same, but cannot be
 * displayed misleadingly.
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
