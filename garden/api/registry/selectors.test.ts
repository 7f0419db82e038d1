import { describe, expect, test } from "vitest";
import { stringAt } from "#lib/kube/field.ts";
import { shoots } from "#lib/kube/resource.ts";
import { ApiError } from "../errors/api-error.ts";
import { defineResource } from "./define-resource.ts";
import { fieldPredicate, labelPredicate } from "./selectors.ts";

const definition = defineResource({
  resource: shoots,
  selectableFields: {
    "spec.seedName": (shoot) => stringAt(shoot, "spec", "seedName") ?? "",
    "status.seedName": (shoot) => stringAt(shoot, "status", "seedName") ?? "",
  },
});
const labels = { team: "blue", tier: "front", "shoot.gardener.cloud/status": "healthy", empty: "" };
const object = { metadata: { name: "web", namespace: "garden-a", labels }, spec: { seedName: "aws-eu1" } };

describe("a label selector", () => {
  test.each([
    ["", true],
    ["team=blue", true],
    ["team==blue", true],
    ["team=red", false],
    ["team!=red", true],
    ["team!=blue", false],
    ["absent!=anything", true],
    ["team", true],
    ["absent", false],
    ["!absent", true],
    ["!team", false],
    ["empty", true],
    ["empty=", true],
    ["team in (red, blue)", true],
    ["team in (red)", false],
    ["team notin (red)", true],
    ["absent notin (red)", true],
    ["absent in (red)", false],
    ["team=blue,tier=front", true],
    ["team=blue,tier=back", false],
    ["team in (blue,red),!absent", true],
    ["shoot.gardener.cloud/status!=healthy", false],
    // Properties that all JavaScript objects have are not labels.
    ["constructor", false],
    ["!toString", true],
    ["__proto__", false],
  ])("%j finds the object: %s", (selector, found) => {
    expect(labelPredicate(selector)(object)).toBe(found);
  });

  test.each(["team in blue", "team in", "=blue", "team=a b", "a b", "(team)", "team in (a", "!", ","])(
    "%j is refused",
    (selector) => {
      expect(() => labelPredicate(selector)).toThrow(ApiError);
    },
  );
});

describe("a field selector", () => {
  test.each([
    ["metadata.name=web", true],
    ["metadata.name!=web", false],
    ["metadata.namespace=garden-a,spec.seedName=aws-eu1", true],
    ["spec.seedName=other", false],
    ["status.seedName=", true],
  ])("%j finds the object: %s", (selector, found) => {
    expect(fieldPredicate(selector, definition)(object)).toBe(found);
  });

  test.each(["spec.purpose=x", "constructor=x", "metadata.name", "=x"])("%j is refused", (selector) => {
    expect(() => fieldPredicate(selector, definition)).toThrow(ApiError);
  });
});
