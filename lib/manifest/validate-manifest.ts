import type { FieldSchema } from "#lib/contract/shoot-schema.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { type JsonObject, type Manifest, manifestOf } from "./manifest.ts";
import { formatFieldPath, type ManifestPathSegment } from "./manifest-schema.ts";
import { findSchemaErrors } from "./schema-errors.ts";
import { type ManifestFinding, type ParsedText, parseYamlText } from "./yaml-document.ts";

export interface ManifestValidation {
  /** Parsed manifest; undefined if there are errors. */
  readonly manifest: Manifest | undefined;
  /** Errors first, then warnings, each in text order. */
  readonly findings: readonly ManifestFinding[];
}

/** Versions of the Shoot that were read; the text may repeat their values for fields that cannot be edited. */
interface Reading {
  readonly read: readonly JsonObject[];
  readonly schema: FieldSchema | undefined;
}

type Error = readonly [path: readonly ManifestPathSegment[], message: string];

/**
 * Parses and validates the manifest of a Shoot. Fields that cannot be edited may appear as long as they match a version
 * that was read, so that a complete object can be pasted.
 */
export function validateManifest(written: string, { read, schema }: Reading): ManifestValidation {
  const parsed = parseYamlText(written);
  if (!parsed.ok) return { manifest: undefined, findings: parsed.error };
  const { value } = parsed.value;
  const faults = [...frameErrors(value, read), ...metadataErrors(value, read), ...impossibleValues(value, [])];
  const errors = placed(parsed.value, faults, "error");
  const warnings =
    schema === undefined ? [] : placed(parsed.value, findSchemaErrors(value.spec, schema, ["spec"]), "warning");
  return { manifest: errors.length > 0 ? undefined : manifestOf(value), findings: [...errors, ...warnings] };
}

function placed(
  { placeOf }: ParsedText,
  faults: readonly Error[],
  severity: ManifestFinding["severity"],
): readonly ManifestFinding[] {
  return faults
    .map(([path, fault]) => ({ severity, path: formatFieldPath(path), message: fault, ...placeOf(path) }))
    .sort((a, b) => a.from - b.from);
}

function isAsRead(read: readonly JsonObject[], path: readonly string[], value: unknown): boolean {
  return read.some((shoot) => isSameJson(at(shoot, path), value));
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
}

const whyFixed: Readonly<Record<string, Message>> = {
  apiVersion: message("The apiVersion cannot be changed: the cluster is edited as the garden gave it."),
  kind: message("The kind cannot be changed: this is a Shoot."),
  status: message("The status is Gardener's to write: it cannot be edited. Take it out of the text."),
};

/** Returns errors for top-level fields other than metadata and spec that differ from the Shoot that was read. */
function frameErrors(value: JsonObject, read: readonly JsonObject[]): readonly Error[] {
  const fixed = new Set([...Object.keys(value), "apiVersion", "kind"]);
  const differing = [...fixed].filter(
    (key) => key !== "metadata" && key !== "spec" && !isAsRead(read, [key], value[key]),
  );
  const faults = differing.map((key): Error => {
    const why = Object.hasOwn(whyFixed, key) ? whyFixed[key] : undefined;
    return [
      [key],
      why === undefined ? text("A Shoot has no field {key}: it has metadata and spec.", { key }) : text(why),
    ];
  });
  return isRecord(value.spec)
    ? faults
    : [...faults, [["spec"], text("A Shoot needs a spec, which is a block of fields.")]];
}

/** Returns errors for metadata other than labels and annotations, which cannot be edited. */
function metadataErrors({ metadata }: JsonObject, read: readonly JsonObject[]): readonly Error[] {
  if (!isRecord(metadata))
    return [[["metadata"], text("The metadata cannot be taken away: they say which cluster it is.")]];
  const fixed = new Set([...Object.keys(metadata), "name", "namespace"]);
  return [...fixed].flatMap((key): readonly Error[] => {
    if (key === "labels" || key === "annotations") return textErrors(metadata[key], ["metadata", key]);
    if (isAsRead(read, ["metadata", key], metadata[key])) return [];
    return [[["metadata", key], text("metadata.{key} cannot be edited: only labels and annotations can.", { key })]];
  });
}

function textErrors(value: unknown, path: readonly string[]): readonly Error[] {
  if (value === undefined || value === null) return [];
  if (!isRecord(value)) return [[path, text("{field} is a block of names with texts.", { field: path.join(".") })]];
  return Object.entries(value)
    .filter(([, inner]) => inner !== null && typeof inner !== "string")
    .map(([key]) => [[...path, key], text("{key} must be a text: write its value in quotes.", { key })]);
}

/** Values that YAML can express but JSON cannot. */
function impossibleValues(value: unknown, path: readonly ManifestPathSegment[]): readonly Error[] {
  if (typeof value === "number" && !Number.isFinite(value)) return [[path, text("The garden knows no such number.")]];
  if (Array.isArray(value)) return value.flatMap((item, index) => impossibleValues(item, [...path, index]));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "__proto__"
      ? [[path, text("The garden knows no field __proto__.")]]
      : impossibleValues(inner, [...path, key]),
  );
}
