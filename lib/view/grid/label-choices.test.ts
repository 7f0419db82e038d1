import { expect, test } from "vitest";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { userLabelKeysOf } from "./label-choices.ts";

const labelled = (labels: Readonly<Record<string, string>>) => sampleFleetRow({ labels });

test("the label keys of users are offered by name, and at most the fifty that most clusters have", () => {
  const gardeners = { "gardener.cloud/role": "shoot" };
  expect(userLabelKeysOf([labelled({ team: "a", ...gardeners }), labelled({ env: "b" }), sampleFleetRow()])).toEqual([
    "env",
    "team",
  ]);
  const many = Array.from({ length: 60 }, (_, index) => labelled({ team: "a", [`key-${index}`]: "" }));
  const offered = userLabelKeysOf(many);
  expect(offered).toHaveLength(50);
  expect(offered).toContain("team");
});
