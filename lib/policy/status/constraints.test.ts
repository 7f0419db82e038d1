import { describe, expect, test } from "vitest";
import type { GardenerRelease } from "../editions/gardener-release.ts";
import { constraintTypesAt, viewConstraint } from "./constraints.ts";

describe("ignored managed resources", () => {
  test.each([
    [145, []],
    [146, ["HasIgnoredManagedResources"]],
    [149, ["HasIgnoredManagedResources"]],
    [150, ["ManagedResourcesHonored"]],
  ])("are named by Gardener 1.%i in a constraint %j", (minor, expected) => {
    const edition: GardenerRelease = { minor, patch: 0, dev: false };
    expect(constraintTypesAt(edition).filter((type) => type.includes("ManagedResources"))).toEqual(expected);
  });

  test.each(["HasIgnoredManagedResources", "ManagedResourcesHonored"])(
    "are the operator's to repair when %s is False",
    (type) => {
      expect(viewConstraint({ type, status: "False", reason: "ManagedResourcesIgnored" })).toMatchObject({
        known: true,
        consequence: "managed-resources-ignored",
        fixer: "operator",
      });
    },
  );

  test.each([
    ["HasIgnoredManagedResources", "NoManagedResourcesIgnored"],
    ["ManagedResourcesHonored", "AllManagedResourcesActive"],
  ])("are looked for again while %s progresses with %s, the reason for which it was True", (type, reason) => {
    expect(viewConstraint({ type, reason, status: "Progressing" }).reading).toBe("rechecking");
  });
});
