import { expect, test } from "vitest";
import { kubernetesMinorsOf } from "./kubernetes-minors.ts";

test("each minor is named once, the newest first, and what is no version is left out", () => {
  expect(kubernetesMinorsOf(["1.9.1", "1.33.4", "", "1.10", "v-next", "1.33.1"])).toEqual(["1.33", "1.10", "1.9"]);
});
