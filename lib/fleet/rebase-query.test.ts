import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FleetQuery, formatPageQuery, parseFleetQuery, toggleFilter } from "./fleet-query.ts";
import { rebaseQuery } from "./rebase-query.ts";

const query = (text: string): FleetQuery => parseFleetQuery(new URLSearchParams(text));

describe("a choice made before the last one was on screen", () => {
  test.each([
    ["another filter", "", "purpose=production", "status=unhealthy", "?purpose=production&status=unhealthy"],
    [
      "another value of the same filter",
      "status=unknown",
      "status=unknown,unhealthy",
      "status=unknown,progressing",
      "?status=unknown,unhealthy,progressing",
    ],
    [
      "a filter taken off",
      "purpose=production&status=unhealthy",
      "purpose=production,testing&status=unhealthy",
      "purpose=production",
      "?purpose=production,testing",
    ],
    [
      "a value taken off twice",
      "status=unknown,unhealthy",
      "status=unhealthy",
      "status=unhealthy",
      "?status=unhealthy",
    ],
    ["the same value put on twice", "", "status=unhealthy", "status=unhealthy", "?status=unhealthy"],
    ["an order", "", "purpose=production", "sort=-name", "?purpose=production&sort=-name"],
    ["another order", "sort=name", "sort=-name", "sort=-forceAt", "?sort=-forceAt"],
    ["a search", "", "purpose=production", "q=eu", "?q=eu&purpose=production"],
    [
      "columns and clock",
      "cols=name",
      "cols=name&status=unknown",
      "cols=name,images&tz=utc",
      "?status=unknown&cols=name,images&tz=utc",
    ],
    ["a grouping", "", "status=unknown", "group=project", "?status=unknown&group=project"],
    ["what was grouped by", "group=seed", "group=seed&pin=1", "group=week:worst", "?group=week:worst&pin=1"],
    ["the first page of another selection", "page=3", "page=3&rows=profile", "status=unknown", "?status=unknown"],
    ["what this build does not know", "day=1", "day=2", "day=1&tz=utc", "?tz=utc&day=2"],
  ])("%s", (_name, shown, held, chosen, expected) => {
    const rebased = rebaseQuery(query(chosen), { shown: query(shown), held: query(held) });
    expect(formatPageQuery(rebased)).toBe(expected);
  });

  test("toggles of different values come out as if each had waited for the other", () => {
    const value = fc.constantFrom("a", "b", "c", "d");
    const key = fc.constantFrom("project", "purpose");
    const choice = fc.tuple(key, value);
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 4 }), choice, choice, (before, first, second) => {
        fc.pre(first.join() !== second.join());
        const shown = before.reduce((held, [name, each]) => toggleFilter(held, name, each), query(""));
        const held = toggleFilter(shown, ...first);
        const both = rebaseQuery(toggleFilter(shown, ...second), { shown, held });
        const inTurn = toggleFilter(held, ...second);
        const sorted = ({ filters }: FleetQuery) =>
          [...filters].map(([name, values]) => [name, values.toSorted()]).sort();
        expect(sorted(both)).toEqual(sorted(inTurn));
      }),
    );
  });
});
