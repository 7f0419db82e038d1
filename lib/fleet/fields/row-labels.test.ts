import { expect, test } from "vitest";
import { sampleFleetRow } from "../sample-fleet-row.fixture.ts";
import { formatRowLabels } from "./row-labels.ts";

const labelled = (labels: Readonly<Record<string, string>>) => sampleFleetRow({ labels });

test("labels read as with kubectl, and those of Gardener are left out", () => {
  const row = labelled({ team: "blue", "shoot.gardener.cloud/status": "healthy", bare: "" });
  expect(formatRowLabels(row)).toBe("bare, team=blue");
});
