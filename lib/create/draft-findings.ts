import type { FieldSchema } from "#lib/contract/shoot-schema.ts";
import { formatFieldPath, type ManifestPathSegment } from "#lib/manifest/manifest-schema.ts";
import { findSchemaErrors } from "#lib/manifest/schema-errors.ts";
import type { ManifestFinding, ParsedText } from "#lib/manifest/yaml-document.ts";

interface FieldMessage {
  readonly field: string;
  readonly message: string;
}

/**
 * Findings at the lines of a draft's YAML: its errors, and fields that the garden's schema does not know.
 *
 * @param schema of the complete manifest; undefined if the garden provides none
 */
export function draftFindings(
  { value, placeOf }: ParsedText,
  errors: readonly FieldMessage[],
  schema: FieldSchema | undefined,
): readonly ManifestFinding[] {
  const unknown = schema === undefined ? [] : findSchemaErrors(value, schema, []);
  return [
    ...errors.map(({ field, message }) => ({
      severity: "error" as const,
      path: field,
      message,
      ...placeOf(parseFieldPath(field)),
    })),
    ...unknown.map(([path, message]) => ({
      severity: "warning" as const,
      path: formatFieldPath(path),
      message,
      ...placeOf(path),
    })),
  ];
}

/** Parses a field path such as `spec.provider.workers[0].minimum` or `metadata.annotations[a/b.c]`. */
export function parseFieldPath(field: string): readonly ManifestPathSegment[] {
  return [...field.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)].map(([, name, bracketed]) =>
    name !== undefined ? name : /^\d+$/.test(bracketed ?? "") ? Number(bracketed) : (bracketed ?? ""),
  );
}
