import { expect, test } from "vitest";
import { sampleFleetRow } from "../sample-fleet-row.fixture.ts";
import { formatRowLabels, userLabelKeysOf } from "./row-labels.ts";

const labelled = (labels: Readonly<Record<string, string>>) => sampleFleetRow({ labels });

test("labels read as with kubectl, and those of Gardener are left out", () => {
  const row = labelled({ team: "blue", "shoot.gardener.cloud/status": "healthy", bare: "" });
  expect(formatRowLabels(row)).toBe("bare, team=blue");
});

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
