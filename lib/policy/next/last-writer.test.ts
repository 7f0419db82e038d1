import { expect, test } from "vitest";
import { findLastWriterBesidesGardener, managedFieldsEntryOfWriter } from "./last-writer.ts";

const spec = { "f:spec": {} };
const operation = { "f:metadata": { "f:annotations": { "f:gardener.cloud/operation": {} } } };
const at = (minute: number) => `2026-11-27T22:${String(minute).padStart(2, "0")}:00Z`;
const entry = (manager: string, minute: number, fieldsV1: object, more: object = {}) => ({
  ...{ manager, time: at(minute), fieldsV1 },
  ...more,
});
const lastOf = (...managedFields: readonly unknown[]) =>
  findLastWriterBesidesGardener({ metadata: { name: "a", managedFields } });

test.each<[string, readonly unknown[], string | undefined]>([
  [
    "somebody who changed the spec after Gardener",
    [entry("gardener-controller-manager", 1, spec), entry("kubectl", 2, spec)],
    "kubectl",
  ],
  [
    "somebody who asked for an operation",
    [entry("gardener-controller-manager", 1, spec), entry("kubectl-annotate", 2, operation)],
    "kubectl-annotate",
  ],
  ["Gardener's dashboard writes for people", [entry("gardener-dashboard", 2, operation)], "gardener-dashboard"],
  [
    "Gardener's maintenance after somebody",
    [entry("kubectl", 1, spec), entry("gardener-controller-manager", 2, operation)],
    undefined,
  ],
  ["both within a second", [entry("gardener-controller-manager", 2, operation), entry("kubectl", 2, spec)], undefined],
  ["a status", [entry("kubectl", 2, spec, { subresource: "status" })], undefined],
  ["labels alone", [entry("kubectl", 2, { "f:metadata": { "f:labels": {} } })], undefined],
  ["a record without a time", [{ manager: "kubectl", fieldsV1: spec }], undefined],
  ["nothing", [null, 1], undefined],
])("%s", (_name, managedFields, manager) => {
  expect(lastOf(...managedFields)?.manager).toBe(manager);
});

test("what is held of a writer reads the same again", () => {
  const last = lastOf(entry("kubectl", 2, spec));
  expect(last && lastOf(managedFieldsEntryOfWriter(last))).toEqual(last);
  expect(last).toBeDefined();
});
