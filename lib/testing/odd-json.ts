import fc from "fast-check";

const scalar: fc.Arbitrary<unknown> = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);

function nested(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(fc.array(value, { maxLength: 3 }), fc.dictionary(fc.string({ maxLength: 8 }), value, { maxKeys: 3 }));
}

/** Any JSON of at most two levels with three entries each, small so that many samples can be tried. */
export const arbitraryJson: fc.Arbitrary<unknown> = fc.oneof(scalar, nested(fc.oneof(scalar, nested(scalar))));

/** Most relevant fields of a worker pool. */
export const poolFields = [
  "name",
  "machine",
  "minimum",
  "maximum",
  "maxSurge",
  "maxUnavailable",
  "zones",
  "cri",
  "kubernetes",
  "updateStrategy",
];

/** Arbitrary object with some of the named fields. */
export function arbitrarySubset(names: readonly string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  return fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
}

/** Returns every number in a value, at any depth. */
export function collectNumbers(value: unknown): readonly number[] {
  if (typeof value === "number") return [value];
  if (value instanceof Map) return [...value.values()].flatMap(collectNumbers);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(collectNumbers);
}
