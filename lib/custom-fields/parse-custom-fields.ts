import { fieldAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { markHiddenCharacters } from "#lib/strings/hidden-characters.ts";
import {
  type CustomField,
  type CustomFieldProblem,
  type CustomFieldProperty,
  customFieldLimits,
  customFieldProperties,
} from "./custom-field.ts";
import { isUnreadPath, parseFieldPath } from "./field-path.ts";

export interface ParsedCustomFields {
  /** Fields that can be used, by weight. */
  readonly fields: readonly CustomField[];
  readonly problems: readonly CustomFieldProblem[];
}

/**
 * Parses the annotation `dashboard.gardener.cloud/shootCustomFields`: a JSON map of fields, or a list, as newer versions
 * of Gardener's dashboard write it. Never throws: a field without name or path is left out, and so are properties of
 * another type; each is a problem.
 */
export function parseCustomFields(annotation: string | undefined): ParsedCustomFields {
  if (annotation === undefined || annotation.trim() === "") return { fields: [], problems: [] };
  if (new TextEncoder().encode(annotation).length > customFieldLimits.bytes) return failed("too-large");
  const json = parsedJson(annotation);
  if (json === undefined) return failed("not-json");
  if (typeof json !== "object" || json === null) return failed("no-fields");
  const entries = Object.entries(json);
  const problems: CustomFieldProblem[] = [];
  const fields: CustomField[] = [];
  const names = new Set<string>();
  for (const [key, value] of entries.slice(0, customFieldLimits.fields)) {
    const field = fieldOf(key, value, problems);
    if (field === undefined) continue;
    const name = field.name.toLowerCase();
    if (names.has(name)) problems.push({ kind: "same-name", key });
    else fields.push(field);
    names.add(name);
  }
  if (entries.length > customFieldLimits.fields) problems.push({ kind: "too-many" });
  return { fields: fields.sort((a, b) => a.weight - b.weight), problems };
}

/** Whether an annotation as a whole cannot be read, so that a change would replace fields that somebody has written. */
export function isUnreadableAnnotation(annotation: string | undefined): boolean {
  return parseCustomFields(annotation).problems.some(
    ({ kind }) => kind === "not-json" || kind === "no-fields" || kind === "too-large",
  );
}

function failed(kind: "not-json" | "no-fields" | "too-large"): ParsedCustomFields {
  return { fields: [], problems: [{ kind }] };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldOf(key: string, value: unknown, problems: CustomFieldProblem[]): CustomField | undefined {
  if (!isRecord(value)) {
    problems.push({ kind: "not-a-field", key });
    return undefined;
  }
  const known: readonly string[] = customFieldProperties;
  for (const property of Object.keys(value))
    if (!known.includes(property)) problems.push({ kind: "unknown-property", key, property });
  const reader = new PropertyReader(key, value, problems);
  const label = reader.text("name", customFieldLimits.name);
  const path = reader.text("path", Number.POSITIVE_INFINITY);
  for (const property of ["name", "path"] as const) {
    if ((fieldAt(value, property) ?? undefined) === undefined) problems.push({ kind: "missing", key, property });
  }
  const name = label === undefined ? "" : customFieldNameOf(label);
  const steps = path === undefined ? undefined : parseFieldPath(path);
  if (label !== undefined && name === "") problems.push({ kind: "missing", key, property: "name" });
  if (path !== undefined && steps === undefined) problems.push({ kind: "not-a-path", key });
  const isUnread = steps !== undefined && isUnreadPath(steps);
  if (isUnread) problems.push({ kind: "not-read", key });
  if (label === undefined || name === "" || steps === undefined || isUnread) return undefined;
  const [icon, tooltip, defaultValue] = [
    reader.icon(),
    reader.text("tooltip", customFieldLimits.tooltip),
    reader.defaultValue(),
  ];
  return {
    key,
    label,
    name,
    steps,
    ...(icon !== undefined && { icon }),
    ...(tooltip && { tooltip }),
    ...(defaultValue && { defaultValue }),
    showColumn: reader.flag("showColumn"),
    columnSelectedByDefault: reader.flag("columnSelectedByDefault"),
    weight: reader.weight(),
    searchable: reader.flag("searchable"),
    showDetails: reader.flag("showDetails"),
  };
}

/** Name of a field in addresses and filters: without commas, colons, quotes and `@`, which separate values there. */
export function customFieldNameOf(label: string): string {
  return label
    .replace(/[\s,:"@]+/g, " ")
    .replace(/^[\s-]+/, "")
    .trim();
}

/** Reads the properties of a field; those of another type, and texts that are too long, become problems. */
class PropertyReader {
  readonly #key: string;
  readonly #of: unknown;
  readonly #problems: CustomFieldProblem[];

  constructor(key: string, of: unknown, problems: CustomFieldProblem[]) {
    this.#key = key;
    this.#of = of;
    this.#problems = problems;
  }

  text(property: CustomFieldProperty, most: number): string | undefined {
    const value = this.#value(property);
    if (value === undefined) return undefined;
    if (typeof value !== "string") return this.#refuse("wrong-type", property);
    if (value.length > most) return this.#refuse("too-long", property);
    return markHiddenCharacters(value.trim());
  }

  flag(property: CustomFieldProperty): boolean {
    const value = this.#value(property);
    if (value === undefined || typeof value === "boolean") return value ?? true;
    this.#refuse("wrong-type", property);
    return true;
  }

  weight(): number {
    const value = this.#value("weight");
    if (value === undefined) return 0;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    this.#refuse("wrong-type", "weight");
    return 0;
  }

  icon(): string | undefined {
    const icon = this.text("icon", customFieldLimits.name);
    if (icon === undefined || icon === "") return undefined;
    return /^mdi-[a-z0-9-]+$/.test(icon) ? icon : this.#refuse("wrong-type", "icon");
  }

  defaultValue(): string | undefined {
    const value = this.#value("defaultValue");
    return typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : this.text("defaultValue", customFieldLimits.defaultValue);
  }

  /** The property's value; null counts as missing. */
  #value(property: CustomFieldProperty): unknown {
    return fieldAt(this.#of, property) ?? undefined;
  }

  #refuse(kind: "wrong-type" | "too-long", property: string): undefined {
    this.#problems.push({ kind, key: this.#key, property });
    return undefined;
  }
}
