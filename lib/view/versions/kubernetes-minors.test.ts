import { expect, test } from "vitest";
import { kubernetesMinorsOf, minorsWithinReach } from "./kubernetes-minors.ts";

test("each minor is named once, the newest first, and what is no version is left out", () => {
  expect(kubernetesMinorsOf(["1.9.1", "1.33.4", "", "1.10", "v-next", "1.33.1"])).toEqual(["1.33", "1.10", "1.9"]);
});

test("an update can lead to the next minor of each, which counts if its end of support is known", () => {
  expect(minorsWithinReach(["1.33.4", "1.32.1", "nonsense"])).toEqual(["1.34", "1.33", "1.32"]);
  expect(minorsWithinReach(["1.70.0"])).toEqual(["1.70"]);
});
