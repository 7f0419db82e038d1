import { describe, expect, test } from "vitest";
import { GET } from "#app/api/figures/route.ts";
import { gardenFiguresSchema } from "#lib/contract/garden-figures.ts";
import { fleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { figureLines } from "#lib/view/gardens/garden-figures.ts";
import { demoWorld } from "../testing/demo-world.ts";
import { ask } from "../testing/route-world.ts";

const people = ["operator", "owner-commerce", "viewer", "stranger"] as const;
const demo = demoWorld({ people });

async function figures(person: string, search = "") {
  const query = search === "" ? "" : `?q=${encodeURIComponent(search)}`;
  const answer = await GET(ask(`/api/figures${query}`, { cookie: demo.as(person).cookie }));
  expect(answer.status, await answer.clone().text()).toBe(200);
  return gardenFiguresSchema.parse(await answer.json());
}

/** What the list shows behind an address, of all clusters of these projects. */
function rowsBehind(href: string, projects: readonly string[] | undefined) {
  const rows = demo.app.fleet.store.rows({ all: true, namespaces: new Set() });
  const seen = rows.filter(({ project }) => projects === undefined || projects.includes(project));
  const query = parseFleetQuery(new URLSearchParams(href.split("?")[1]));
  return filterFleet(seen, query, fleetContext(demo.app.now()));
}

describe("GET /api/figures", () => {
  test.each(["", "shop", "status:unhealthy", "nothing-is-called-so"])(
    "counts what the list behind each number shows, searching for %j",
    async (search) => {
      for (const [person, projects] of [
        ["operator", undefined],
        ["owner-commerce", ["payments", "shop"]],
      ] as const) {
        const lines = figureLines(await figures(person, search), search);
        for (const { figure, count, href } of lines) {
          expect([person, figure, count]).toEqual([person, figure, rowsBehind(href, projects).length]);
        }
      }
    },
  );

  test("has something of each to count in the demo", async () => {
    const { clusters, unhealthy, forced } = await figures("operator");
    expect(Math.min(clusters, unhealthy, forced)).toBeGreaterThan(0);
  });

  test("names the first clusters that a search finds, and none without a search", async () => {
    expect((await figures("owner-commerce")).found).toEqual([]);
    expect((await figures("owner-commerce", "acquiring")).found).toEqual([{ project: "payments", name: "acquiring" }]);
    expect((await figures("operator", "-")).found).toHaveLength(5);
  });

  test("tells nobody of clusters that they may not see", async () => {
    expect(await figures("stranger")).toMatchObject({ clusters: 0, unhealthy: 0, forced: 0, unforeseen: 0 });
    expect(await figures("stranger", "acquiring")).toMatchObject({ clusters: 0, found: [] });
    expect((await figures("viewer", "acquiring")).found).toEqual([]);
  });
});
