import { expect, test } from "vitest";
import { emptyFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
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
  expect(customFieldChoicesOf(rows, emptyFleetQuery).choices).toEqual([
    { key: "field:On call@a", label: "On call" },
    { key: "field:Team@metadata.labels.team", label: "Team · pay and shop" },
    { key: "field:Team@spec.purpose", label: "Team · data" },
  ]);
});

test("a field that lists show by default is offered before any cluster has a value", () => {
  const rows = [sampleFleetRow({ customFields: {}, shownFields: ["Team@a"] })];
  expect(customFieldChoicesOf(rows, emptyFleetQuery).choices).toEqual([{ key: "field:Team@a", label: "Team" }]);
});

test("of many fields, those of the project in the filter come first, and the number of the others is said", () => {
  const ids = Array.from({ length: 60 }, (_, at) => `A${at}@a`);
  const rows = [rowOf("pay", ...ids), rowOf("shop", "Z@a", "Y@a")];
  const { choices, leftOut } = customFieldChoicesOf(rows, withFilter(emptyFleetQuery, "project", ["shop"]));
  expect(choices.slice(0, 3).map(({ label }) => label)).toEqual(["Y", "Z", "A0"]);
  expect([choices.length, leftOut]).toEqual([50, 12]);
  expect(customFieldChoicesOf(rows, emptyFleetQuery).choices.map(({ label }) => label)).not.toContain("Z");
  expect(customFieldChoicesOf(rows.slice(1), emptyFleetQuery).leftOut).toBe(0);
});
