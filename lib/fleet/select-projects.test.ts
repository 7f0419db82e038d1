import { expect, test } from "vitest";
import { parseFleetQuery } from "./fleet-query.ts";
import { createUnusedProjectTest } from "./select-projects.ts";

const isSelected = (query: string) => createUnusedProjectTest(parseFleetQuery(new URLSearchParams(query)))("pilots");

test.each(["", "project=pilots", "project=shop,Pilots", "project=-shop", "sort=name&tz=utc"])(
  "the query %j selects an unused project, because it restricts nothing but the project",
  (query) => {
    expect(isSelected(query)).toBe(true);
  },
);

test.each([
  "project=shop",
  "project=-pilots",
  "purpose=production",
  "project=pilots&purpose=production",
  "q=pilots",
  "pin=1",
])("the query %j selects clusters, of which an unused project has none", (query) => {
  expect(isSelected(query)).toBe(false);
});
