import { expect, test } from "vitest";
import { hasSameMeaning } from "./same-meaning.ts";

test.each<readonly [field: string, a: unknown, b: unknown]>([
  ["size", "1Gi", "1024Mi"],
  ["size", "1Gi", "1073741824"],
  ["cpu", "500m", "0.5"],
  ["cpu", 2, "2"],
  ["memoryAvailable", "100Mi", "102400Ki"],
  ["version", "1.34.5", "v1.34.5"],
  ["version", "1.34", "1.34.0"],
  ["rotationPeriod", "1h", "60m"],
  ["begin", "220000+0100", "210000+0000"],
  ["begin", "003000+0100", "233000+0000"],
  ["featureGates", {}, undefined],
  ["zones", [], null],
  ["labels", { a: "1", b: "2" }, { b: "2", a: "1" }],
])("%s: %j means the same as %j", (field, a, b) => {
  expect(hasSameMeaning(field, a, b)).toBe(true);
  expect(hasSameMeaning(field, b, a)).toBe(true);
});

test.each<readonly [field: string, a: unknown, b: unknown]>([
  ["size", "1Gi", "1G"],
  ["name", "1e3", "1000"],
  ["version", "1.34.5", "1.34.50"],
  ["version", "1.34.1-beta.1", "1.34.1"],
  ["schedule", "1.10", "1.1"],
  ["begin", "220000+0100", "220000+0000"],
  ["nginxIngress", {}, undefined],
  ["maxSurge", "1", 1],
  ["timeout", "5m", "5"],
])("%s: %j is something else than %j", (field, a, b) => {
  expect(hasSameMeaning(field, a, b)).toBe(false);
});
