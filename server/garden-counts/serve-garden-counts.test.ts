import { describe, expect, test } from "vitest";
import { GET } from "#app/api/figures/route.ts";
import { GET as projectsRoute } from "#app/api/projects/route.ts";
import { gardenCountsSchema } from "#lib/contract/garden-counts.ts";
import { projectsSchema } from "#lib/contract/project/projects.ts";
import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import { sessionSchema } from "#lib/contract/session.ts";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { emptyFleetQuery, parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { createUnusedProjectTest } from "#lib/fleet/select-projects.ts";
import {
  attentionCausesAcrossGardens,
  datedEntriesAcrossGardens,
  forcedWeeksAcrossGardens,
} from "#lib/view/gardens/across-gardens.ts";
import { gardenCountRowsOf } from "#lib/view/gardens/garden-count-rows.ts";
import { attentionGroups } from "#lib/view/overview/attention.ts";
import { describeAttentionGroup } from "#lib/view/overview/attention-descriptions.ts";
import { ownProjectNamesOf } from "#lib/view/overview/own-project-names-of.ts";
import { attentionCauses, isProjectAttention } from "#lib/view/overview/project-attention.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { pageRequest } from "#server/testing/route-test-bed.ts";
import { toAttentionCounts } from "./attention-counts.ts";

const people = ["operator", "owner-commerce", "viewer", "stranger"] as const;
const demo = startDemoTestBed({ people });

async function figures(person: string, search = "") {
  const query = search === "" ? "" : `?q=${encodeURIComponent(search)}`;
  const answer = await GET(pageRequest(`/api/figures${query}`, { cookie: demo.as(person).cookie }));
  expect(answer.status, await answer.clone().text()).toBe(200);
  return gardenCountsSchema.parse(await answer.json());
}

/** The number of clusters in the list that a link opens, among all clusters of these projects. */
function rowsBehind(href: string, projects: readonly string[] | undefined) {
  const rows = demo.app.fleet.store.rows({ all: true, namespaces: new Set() });
  const seen = rows.filter(({ project }) => projects === undefined || projects.includes(project));
  const query = parseFleetQuery(new URLSearchParams(href.split("?")[1]));
  return filterFleet(seen, query, createFleetContext(demo.app.now()));
}

/** The causes that the overview of a garden shows for the clusters and projects that its page receives. */
async function overviewOf(person: string, search: string) {
  const now = demo.app.now();
  const { projects } = projectsSchema.parse(
    await (await projectsRoute(pageRequest("/api/projects", { cookie: demo.as(person).cookie }))).json(),
  );
  const { scope, rows } = readEntireFleet(await (await demo.as(person).fleet()).text());
  const { user } = sessionSchema.parse(await (await demo.as(person).session()).json());
  const query = parseFleetQuery(new URLSearchParams({ q: search }));
  const own = ownProjectNamesOf(scope, user.name);
  const isSelected = createUnusedProjectTest(query);
  const groups = attentionGroups(filterFleet(rows, query, createFleetContext(now)), { now, own });
  return attentionCauses(
    groups,
    projects.filter(({ name }) => isSelected(name)),
    { now, own },
  );
}

describe("GET /api/figures", () => {
  test.each(["", "shop", "status:unhealthy", "nothing-is-called-so"])(
    "counts what the list behind each number shows, searching for %j",
    async (search) => {
      for (const [person, projects] of [
        ["operator", undefined],
        ["owner-commerce", ["payments", "shop"]],
      ] as const) {
        const lines = gardenCountRowsOf(await figures(person, search), search);
        for (const { figure, count, href } of lines) {
          const shown = figure === "attention" ? await overviewOf(person, search) : rowsBehind(href, projects);
          expect([person, figure, count]).toEqual([person, figure, shown.length]);
        }
      }
    },
  );

  test("has something of each to count in the demo", async () => {
    const { clusters, attention, forced, overdue, weeks, dates } = await figures("operator");
    const byWeek = weeks.reduce((sum, week) => sum + week.forced, 0);
    const numbers = [clusters, attention.causes, forced, overdue, byWeek, dates.entries.length];
    expect(Math.min(...numbers)).toBeGreaterThan(0);
  });

  test.each([
    ["operator", undefined],
    ["owner-commerce", ["payments", "shop"]],
  ] as const)(
    "of %s tells the first causes of the overview, in its order, each with its list",
    async (who, projects) => {
      const { attention } = await figures(who);
      const groups = await overviewOf(who, "");
      expect(attention.first.length).toBeGreaterThan(1);
      for (const [place, { title, clusters, href, tier }] of attention.first.entries()) {
        const group = groups[place];
        if (group === undefined || isProjectAttention(group)) throw new Error("the first causes are of clusters");
        const words = describeAttentionGroup(group, demo.app.now());
        expect({ title, clusters, tier }).toEqual({
          title: words.title,
          clusters: group.rows.length,
          tier: group.tier,
        });
        expect([title, rowsBehind(href, projects).length]).toEqual([title, clusters]);
      }
    },
  );

  test.each([
    ["operator", undefined],
    ["owner-commerce", ["payments", "shop"]],
  ] as const)("of %s tells each week and each date with the number of its list", async (who, projects) => {
    const told = { garden: "live", figures: await figures(who) };
    const { overdue, weeks } = forcedWeeksAcrossGardens([told], "");
    const numbers = [
      ...[
        ...overdue,
        ...[...weeks, ...datedEntriesAcrossGardens([told]).days.flatMap(([, entries]) => entries)].flatMap(
          ({ parts }) => parts,
        ),
      ],
    ]
      .map(({ count, href }) => [count, href] as const)
      .filter(([, href]) => href.startsWith("/clusters"));
    expect(numbers.length).toBeGreaterThan(2);
    for (const [count, href] of numbers) expect([href, rowsBehind(href, projects).length]).toEqual([href, count]);
  });

  test("counts an unused project for whom it is shown, on the overview and here", async () => {
    const isShown = async (person: string) => (await overviewOf(person, "")).filter(isProjectAttention);
    for (const person of ["operator", "owner-commerce"]) {
      expect((await isShown(person)).map(({ projects }) => projects.map(({ name }) => name))).toEqual([["pilots"]]);
      expect((await overviewOf(person, "")).length).toBe((await figures(person)).attention.causes);
    }
    expect(await isShown("stranger")).toEqual([]);
    const counts = toAttentionCounts(await isShown("operator"), emptyFleetQuery, demo.app.now());
    expect(counts.first).toMatchObject([{ clusters: 0, projects: 1, href: "/projects/pilots" }]);
    const told = { garden: "live", figures: { ...(await figures("operator")), attention: counts } };
    expect(attentionCausesAcrossGardens([told]).map(({ parts }) => parts)).toEqual([
      [{ garden: "live", count: 1, counts: "projects", href: "/projects/pilots" }],
    ]);
  });

  test("names the first clusters that a search finds, and none without a search", async () => {
    expect((await figures("owner-commerce")).found).toEqual([]);
    expect((await figures("owner-commerce", "acquiring")).found).toEqual([{ project: "payments", name: "acquiring" }]);
    expect((await figures("operator", "-")).found).toHaveLength(5);
  });

  test("tells nobody of clusters that they may not see", async () => {
    expect(await figures("stranger")).toMatchObject({
      clusters: 0,
      attention: { causes: 0, first: [] },
      forced: 0,
      unforeseen: 0,
    });
    expect(await figures("stranger", "acquiring")).toMatchObject({ clusters: 0, found: [] });
    expect((await figures("viewer", "acquiring")).found).toEqual([]);
  });
});
