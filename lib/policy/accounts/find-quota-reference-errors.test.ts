import { expect, test } from "vitest";
import { findQuotaReferenceErrors } from "./find-quota-reference-errors.ts";

const scopes = new Map([
  ["trial", "credentials"],
  ["large", "credentials"],
  ["team", "project"],
  ["gone", null],
] as const);
const errorsOf = (...names: readonly string[]) =>
  findQuotaReferenceErrors(
    names.map((name) => ({ namespace: "garden-one", name })),
    ({ name }) => new Map<string, "credentials" | "project" | null>(scopes).get(name),
  ).map(({ path, code }) => [path, code]);

test("a binding can name one Quota that counts the clusters of a project, and one that counts those of an account", () => {
  expect(errorsOf()).toEqual([]);
  expect(errorsOf("trial", "team")).toEqual([]);
  expect(errorsOf("trial", "team", "large")).toEqual([["quotas[2]", "QUOTA_SCOPE_TAKEN"]]);
  expect(errorsOf("trial", "trial")).toEqual([["quotas[1]", "QUOTA_SCOPE_TAKEN"]]);
});

test("a Quota that is not there or not readable is refused, and takes no place from another", () => {
  expect(errorsOf("gone", "hidden", "team")).toEqual([
    ["quotas[0]", "REFERENCE_NOT_FOUND"],
    ["quotas[1]", "OBJECT_NOT_READABLE"],
  ]);
});
