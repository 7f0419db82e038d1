import { expect, test } from "vitest";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { customFieldChoicesOf } from "./custom-field-choices.ts";

const rowOf = (project: string, ...ids: readonly string[]) =>
  sampleFleetRow({ name: project, project, customFields: Object.fromEntries(ids.map((id) => [id, "x"])) });

test("a field of several projects is one column if name and path agree, else the projects tell them apart", () => {
  const rows = [
    rowOf("shop", "Team@metadata.labels.team", "On call@a"),
    rowOf("pay", "Team@metadata.labels.team"),
    rowOf("data", "Team@spec.purpose"),
    sampleFleetRow(),
  ];
  expect(customFieldChoicesOf(rows)).toEqual([
    { key: "field:On call@a", label: "On call" },
    { key: "field:Team@metadata.labels.team", label: "Team · pay and shop" },
    { key: "field:Team@spec.purpose", label: "Team · data" },
  ]);
});
