import { expect, test } from "vitest";
import { secretChangedAt } from "./secret-changed-at.ts";

const entry = (time: unknown, field: string) => ({
  manager: "m",
  operation: "Update",
  time,
  fieldsV1: { [field]: {} },
});

test.each<[string, readonly unknown[] | undefined, string | undefined]>([
  ["nothing is recorded", undefined, undefined],
  ["only labels were written", [entry("2026-11-01T10:00:00Z", "f:metadata")], undefined],
  ["a value was written", [entry("2026-11-01T10:00:00Z", "f:data")], "2026-11-01T10:00:00Z"],
  [
    "of several hands the newest counts",
    [entry("2026-11-01T10:00:00Z", "f:data"), entry("2026-11-02T10:00:00Z", "f:data")],
    "2026-11-02T10:00:00Z",
  ],
  ["what is no time is no record", [entry("yesterday", "f:data"), entry(7, "f:data"), null, "x"], undefined],
])("%s", (_name, managedFields, expected) => {
  const metadata = { name: "account", ...(managedFields ? { managedFields } : {}) };
  expect(secretChangedAt({ metadata })).toBe(expected);
});
