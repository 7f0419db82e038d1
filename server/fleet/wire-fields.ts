import "server-only";
import type { Condition, LastError } from "#lib/garden/condition.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Reads a field of untyped JSON as an object; like the other functions here it never throws. */

export function recordAt(value: unknown, ...path: readonly string[]): Readonly<Record<string, unknown>> {
  const found = fieldAt(value, ...path);
  return isRecord(found) ? found : {};
}

export function nonEmptyTextAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = fieldAt(value, ...path);
  return typeof found === "string" && found !== "" ? found : undefined;
}

export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = fieldAt(value, ...path);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

export function recordsAt(value: unknown, ...path: readonly string[]): readonly Readonly<Record<string, unknown>>[] {
  const found = fieldAt(value, ...path);
  return Array.isArray(found) ? found.filter(isRecord) : [];
}

/** Reads a field as a map of strings, such as labels; other entries are omitted. */
export function textsAt(value: unknown, ...path: readonly string[]): Readonly<Record<string, string>> {
  const record = recordAt(value, ...path);
  if (isTextMap(record)) return record;
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, text]) => (typeof text === "string" ? [[key, text]] : [])),
  );
}

function isTextMap(record: Readonly<Record<string, unknown>>): record is Readonly<Record<string, string>> {
  return Object.values(record).every((value) => typeof value === "string");
}

/** Reads a list of conditions or constraints; items without type are omitted, a missing status counts as Unknown. */
export function conditionsAt(value: unknown, ...path: readonly string[]): readonly Condition[] {
  return recordsAt(value, ...path).flatMap((condition) => {
    const type = nonEmptyTextAt(condition, "type");
    if (type === undefined) return [];
    return [
      {
        ...optionalTexts(condition),
        type,
        status: nonEmptyTextAt(condition, "status") ?? "Unknown",
        codes: codesAt(condition),
      },
    ];
  });
}

export function lastErrorsAt(value: unknown, ...path: readonly string[]): readonly LastError[] {
  return recordsAt(value, ...path).map((error) => ({ codes: codesAt(error) }));
}

function optionalTexts(condition: Readonly<Record<string, unknown>>): Partial<Condition> {
  const [reason, lastTransitionTime] = [
    nonEmptyTextAt(condition, "reason"),
    nonEmptyTextAt(condition, "lastTransitionTime"),
  ];
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(lastTransitionTime === undefined ? {} : { lastTransitionTime }),
  };
}

function codesAt(carrier: Readonly<Record<string, unknown>>): readonly string[] {
  const codes = carrier.codes;
  return Array.isArray(codes) ? codes.filter((code) => typeof code === "string") : [];
}
