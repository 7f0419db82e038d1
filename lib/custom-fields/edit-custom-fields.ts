import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { CustomFieldProperty } from "./custom-field.ts";
import { parseCustomFields } from "./parse-custom-fields.ts";

/** Entry of the annotation as it was written, with the properties that Almanac does not know. */
export interface WrittenCustomField {
  readonly key: string;
  readonly value: unknown;
}

/** Properties to write; undefined removes a property, which then has its default value. */
export type CustomFieldChange = Readonly<Partial<Record<CustomFieldProperty, string | boolean | undefined>>>;

interface Annotation {
  readonly entries: readonly WrittenCustomField[];
  /** Whether the fields are written as a map; new ones are a list, as Gardener's dashboard writes them today. */
  readonly isMap: boolean;
}

function read(annotation: string | undefined): Annotation {
  let json: unknown;
  try {
    json = JSON.parse(annotation ?? "");
  } catch {
    json = [];
  }
  if (typeof json !== "object" || json === null) return { entries: [], isMap: false };
  return { entries: Object.entries(json).map(([key, value]) => ({ key, value })), isMap: !Array.isArray(json) };
}

/** Writes the annotation; it is empty without fields, which removes it. */
function write(entries: readonly WrittenCustomField[], isMap: boolean): string {
  if (entries.length === 0) return "";
  return JSON.stringify(
    isMap ? Object.fromEntries(entries.map(({ key, value }) => [key, value])) : entries.map(({ value }) => value),
  );
}

/**
 * Returns the annotation with one more field, the last one.
 *
 * @param removed what the field was before somebody removed it, so that its unknown properties come back
 */
export function addCustomField(
  annotation: string | undefined,
  change: CustomFieldChange,
  removed?: WrittenCustomField,
): string {
  const { entries, isMap } = read(annotation);
  const key = newKeyAmong(entries, String(change.name ?? ""));
  return write([...entries, { key, value: changed(removed?.value, change) }], isMap);
}

/** Returns the annotation with other properties of a field; its unknown ones, and all other fields, stay. */
export function changeCustomField(annotation: string | undefined, key: string, change: CustomFieldChange): string {
  const { entries, isMap } = read(annotation);
  return write(
    entries.map((entry) => (entry.key === key ? { key, value: changed(entry.value, change) } : entry)),
    isMap,
  );
}

export function removeCustomField(annotation: string | undefined, key: string): string {
  const { entries, isMap } = read(annotation);
  return write(
    entries.filter((entry) => entry.key !== key),
    isMap,
  );
}

/**
 * Returns the annotation with a field moved by one place among those that can be used, in the order of the weights. The
 * weights stay the same ones, in the new order, so that fields without weights get none. Entries that cannot be used
 * come last, so that none of them takes the name or the place of one that can.
 */
export function moveCustomField(annotation: string | undefined, key: string, by: 1 | -1): string {
  const { entries, isMap } = read(annotation);
  const used = parseCustomFields(annotation).fields.flatMap(
    (field) => entries.find((entry) => entry.key === field.key) ?? [],
  );
  const from = used.findIndex((entry) => entry.key === key);
  const [moved, other] = [used[from], used[from + by]];
  if (moved === undefined || other === undefined) return annotation ?? "";
  const weights = weightsFor(used, isMap);
  const next = used.map((entry) => (entry === moved ? other : entry === other ? moved : entry));
  return write(
    [
      ...next.map((entry, place) => withWeight(entry, weights[place] ?? 0)),
      ...entries.filter((entry) => !used.includes(entry)),
    ],
    isMap,
  );
}

/** Weights of fields in their order. Keys that are whole numbers have an order of their own: their weights must differ. */
function weightsFor(ordered: readonly WrittenCustomField[], isMap: boolean): readonly number[] {
  const isOrderWritten = !isMap || !ordered.some(({ key }) => /^\d+$/.test(key));
  let least = Number.NEGATIVE_INFINITY;
  return ordered.map((entry) => {
    const weight = isOrderWritten ? weightOf(entry) : Math.max(weightOf(entry), least);
    least = weight + 1;
    return weight;
  });
}

function weightOf({ value }: WrittenCustomField): number {
  const weight = fieldAt(value, "weight");
  return typeof weight === "number" && Number.isFinite(weight) ? weight : 0;
}

function withWeight(entry: WrittenCustomField, weight: number): WrittenCustomField {
  if (weightOf(entry) === weight || !isRecord(entry.value)) return entry;
  return { ...entry, value: { ...entry.value, weight } };
}

/** Sets properties. A number or flag whose text is the same stays what it is. */
function changed(value: unknown, change: CustomFieldChange): unknown {
  const next: Record<string, unknown> = isRecord(value) ? { ...value } : {};
  for (const [property, wanted] of Object.entries(change)) {
    if (wanted === undefined) delete next[property];
    else if (String(next[property]) !== String(wanted)) next[property] = wanted;
  }
  return next;
}

/** A key of a map that no field has, made of the name: `costCentre` of `Cost centre`. */
function newKeyAmong(entries: readonly WrittenCustomField[], name: string): string {
  const [first = "field", ...others] = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const base = first + others.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");
  const taken = new Set(entries.map(({ key }) => key));
  let key = /^\d/.test(base) ? `field${base}` : base;
  for (let next = 2; taken.has(key); next += 1) key = `${base}${next}`;
  return key;
}

/** Place of a field in a list, from 1; undefined in a map, where its key is what people have written. */
export function placeOfCustomField(annotation: string | undefined, key: string): number | undefined {
  const { entries, isMap } = read(annotation);
  const at = entries.findIndex((entry) => entry.key === key);
  return isMap || at < 0 ? undefined : at + 1;
}

export function writtenCustomFieldsOf(annotation: string | undefined): readonly WrittenCustomField[] {
  return read(annotation).entries;
}

/**
 * Finds a field in a newer version of the annotation: in a map by its key; in a list, where keys are places, the same
 * field, or else one of the same name. Undefined if the field is gone.
 */
export function findCustomFieldAgain(
  annotation: string | undefined,
  { key, value }: WrittenCustomField,
): WrittenCustomField | undefined {
  const { entries, isMap } = read(annotation);
  if (isMap) return entries.find((entry) => entry.key === key);
  const name = stringAt(value, "name");
  return (
    entries.find((entry) => isSameJson(entry.value, value)) ??
    entries.find((entry) => name !== undefined && stringAt(entry.value, "name") === name)
  );
}

/** Names of the fields that somebody added, changed or removed between two versions of the annotation. */
export interface CustomFieldDifference {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export function customFieldDifferenceOf(before: string | undefined, after: string | undefined): CustomFieldDifference {
  const [old, present] = [writtenCustomFieldsOf(before), writtenCustomFieldsOf(after)];
  const pairs = old.map((entry) => [entry, findCustomFieldAgain(after, entry)] as const);
  const found = new Set(pairs.map(([, again]) => again?.key));
  return {
    added: present.filter(({ key }) => !found.has(key)).map(nameOf),
    changed: pairs
      .filter(([entry, again]) => again && !isSameJson(again.value, entry.value))
      .map(([, again]) => nameOf(again)),
    removed: pairs.filter(([, again]) => again === undefined).map(([entry]) => nameOf(entry)),
  };
}

function nameOf(entry: WrittenCustomField | undefined): string {
  return stringAt(entry?.value, "name") ?? entry?.key ?? "";
}
