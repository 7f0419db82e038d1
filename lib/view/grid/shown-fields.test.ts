import { expect, test } from "vitest";
import { columnTitlesOf } from "#lib/fleet/fields/fleet-fields.ts";
import { parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { shownFieldsOf } from "./shown-fields.ts";

test("only the list of one project shows the fields that this project selects", () => {
  const rows = [
    sampleFleetRow(),
    // A cluster without fields, such as one that is too large to read, does not hide those of the others.
    sampleFleetRow({ project: "shop" }),
    sampleFleetRow({ project: "shop", shownFields: ["Team@a"] }),
  ];
  const shownFor = (query: string) => shownFieldsOf(rows, parseFleetQuery(new URLSearchParams(query)));
  expect(shownFor("project=shop")).toEqual(["Team@a"]);
  for (const query of ["project=pay", "project=shop,pay", "project=-shop", ""]) expect(shownFor(query)).toBeUndefined();
});

test("columns of custom fields of the same name have their paths in the head", () => {
  expect(columnTitlesOf(["name", "field:Team@a.b", "field:Team@c", "field:Cost@c", "label:Cluster"])).toEqual([
    "Cluster",
    "Team · a.b",
    "Team · c",
    "Cost",
    "Cluster",
  ]);
});
