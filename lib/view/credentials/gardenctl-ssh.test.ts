import { expect, test } from "vitest";
import { gardenctlSsh } from "./gardenctl-ssh.ts";

test("a node is reached by targeting its cluster, and then with gardenctl ssh", () => {
  expect(gardenctlSsh({ project: "shop", name: "checkout" })).toBe(
    "gardenctl target --project shop --shoot checkout\ngardenctl ssh",
  );
});
