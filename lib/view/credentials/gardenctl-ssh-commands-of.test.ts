import { expect, test } from "vitest";
import { gardenctlSshCommandsOf } from "./gardenctl-ssh-commands-of.ts";

test("a node is reached by targeting its cluster, and then with gardenctl ssh", () => {
  expect(gardenctlSshCommandsOf({ project: "shop", name: "checkout" })).toBe(
    "gardenctl target --project shop --shoot checkout\ngardenctl ssh",
  );
});
