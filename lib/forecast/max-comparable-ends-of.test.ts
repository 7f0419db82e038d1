import { expect, test } from "vitest";
import { maxComparableEndsOf } from "./max-comparable-ends-of.ts";

const versions = (count: number) => Array.from({ length: count }, (_, index) => ({ version: `1.30.${index}` }));

test.each([
  [0, 0, 11],
  [32, 60, 11],
  [500, 0, 2],
  [100, 600, 1],
  [500, 2_500, 0],
])("with %d Kubernetes and %d image versions %d ends are compared at once", (kubernetes, images, ends) => {
  const machineImages = [{ name: "a", versions: versions(images) }];
  expect(maxComparableEndsOf({ kubernetes: { versions: versions(kubernetes) }, machineImages })).toBe(ends);
});
