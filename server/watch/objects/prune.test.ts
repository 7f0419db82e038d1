import { expect, test } from "vitest";
import { findLastWriterBesidesGardener } from "#lib/policy/next/last-writer.ts";
import { pruneShoot } from "./prune.ts";

const operationAt = "2026-11-27T12:00:00Z";

test.each([
  ["a moment before the last operation", "2026-11-27T11:59:00Z", "kubectl"],
  ["while it was held back for two weeks", "2026-11-13T12:00:00Z", "kubectl"],
  ["after the last operation", "2026-11-28T12:00:00Z", "kubectl"],
  ["months before the last operation", "2026-08-01T12:00:00Z", undefined],
])("who wrote the specification last is kept as long as it may be why an operation began: %s", (_when, time, kept) => {
  const shoot = {
    metadata: { name: "a", managedFields: [{ manager: "kubectl", time, fieldsV1: { "f:spec": { "f:purpose": {} } } }] },
    status: { lastOperation: { lastUpdateTime: operationAt } },
  };
  expect(findLastWriterBesidesGardener(pruneShoot(shoot))?.manager).toBe(kept);
});
