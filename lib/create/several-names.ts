import { fieldAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import { findShootNameErrors } from "#lib/policy/admission/find-new-shoot-errors.ts";
import { describeFieldError } from "#lib/words/field-error-descriptions.ts";

/** Maximum number of clusters that are created with one click. */
export const maxClustersAtOnce = 20;

interface ParsedNames {
  readonly names: readonly string[];
  /** The first error of the names; undefined if all are valid. */
  readonly error: string | undefined;
}

/** Names of clusters in a text, separated by spaces, commas or lines, and the first that the garden would refuse. */
export function parseClusterNames(
  written: string,
  { project, taken }: { readonly project: string; readonly taken: readonly string[] },
): ParsedNames {
  const names = written.split(/[\s,;]+/).filter((name) => name !== "");
  if (names.length >= maxClustersAtOnce) {
    return { names, error: text("At most {count} clusters can be created at once.", { count: maxClustersAtOnce }) };
  }
  const [first] = names.flatMap((name, index) =>
    findShootNameErrors({ name }, { project, taken: [...taken, ...names.slice(0, index)] }),
  );
  return { names, error: first && describeFieldError(first) };
}

/** The draft with another name. */
export function withName(shoot: JsonObject, name: string): JsonObject {
  const metadata = fieldAt(shoot, "metadata");
  return { ...shoot, metadata: { ...(isRecord(metadata) && metadata), name } };
}
