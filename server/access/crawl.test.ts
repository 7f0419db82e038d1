import { afterEach, describe, expect, test, vi } from "vitest";
import type { Project } from "#lib/garden/project.ts";
import { shoots } from "#lib/kube/resource.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import { canariesIn, firstShootIn, plantCanaries, secretsIn } from "#server/testing/canaries.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { paramsFor, routeHandlers, urlOfServedPath } from "#server/testing/route-handlers.ts";
import { readableRoutes as readable } from "#server/testing/route-inventory.ts";

// Long timeout: the first load of a route is slow on a busy machine. Tests of speed have limits of their own.
let all: readonly Project[] = [];

/** The projects that each demo user is allowed to see. */
const people: readonly (readonly [string, readonly string[]])[] = [
  ["owner-commerce", ["payments", "shop"]],
  ["owner-data", ["analytics", "logistics", "ml"]],
  ["viewer", ["logistics", "platform", "shop"]],
  ["stranger", []],
];

const demo = startDemoTestBed({
  plant: ({ api }) => {
    all = plantCanaries(api);
  },
});

afterEach(() => {
  const log = demo.log.splice(0).join("");
  expect(demo.embedded.identities.filter(({ token }) => log.includes(token))).toEqual([]);
  expect(secretsIn(log, all)).toEqual([]);
  expect(canariesIn(log, all)).toEqual([]);
  expect(log).not.toMatch(/eyJ[\w-]{8}|-----BEGIN|almanac-\d+=/);
});

/** Query parameters that routes might support; none may make a route return another user's data. */
const queries = [
  "",
  "?q=canary",
  "?format=csv",
  "?format=json",
  "?format=ics",
  "?project=payments&namespace=garden-payments",
];

async function get(
  entry: { readonly path: string },
  identity: string,
  given: { params: Record<string, string>; query: string },
) {
  const route = (await routeHandlers(entry.path)).get("GET");
  if (route === undefined) throw new Error(`${entry.path} has no GET`);
  const params = paramsFor(entry.path, given.params);
  return demo.call(route, identity, { path: `${urlOfServedPath(entry.path, params)}${given.query}`, params });
}

async function wholeText(response: Response): Promise<string> {
  return `${JSON.stringify([...response.headers])}\n${await response.text()}`;
}

describe.each(people)("S12: %s", (identity, own) => {
  test.each(readable.map((entry) => [entry.path, entry] as const))(
    "reads at %s nothing of anybody else",
    async (_path, entry) => {
      for (const project of all) {
        const params = { project: project.metadata.name, name: firstShootIn(demo.embedded.api, project).metadata.name };
        for (const query of entry.shows === "cluster" ? queries.slice(0, 1) : queries) {
          const response = await get(entry, identity, { params, query });
          expect(response.status).toBeLessThan(500);
          const text = await wholeText(response);
          const seen = canariesIn(text, all);
          expect(seen.filter((name) => !own.includes(name))).toEqual([]);
          // S16: not even the user's own credentials, unless the user requests to reveal them.
          expect(secretsIn(text, all)).toEqual([]);
          const isOwn = own.includes(project.metadata.name);
          if (entry.shows === "cluster" && !isOwn) expect(response.status).toBeGreaterThanOrEqual(400);
          if (["public", "self", "garden"].includes(entry.shows)) expect(seen).toEqual([]);
        }
        // The path names no project, so any project will do.
        if (!entry.path.includes("[project]")) break;
      }
    },
  );
});

test.each(people)(
  "S12: %s does find their own canaries, so that the others would be found too",
  async (identity, own) => {
    const seen = new Set<string>();
    for (const entry of readable) {
      for (const project of all) {
        const params = { project: project.metadata.name, name: firstShootIn(demo.embedded.api, project).metadata.name };
        const response = await get(entry, identity, { params, query: "" });
        for (const name of canariesIn(await wholeText(response), all)) seen.add(name);
        if (!entry.path.includes("[project]")) break;
      }
    }
    expect([...seen].sort()).toEqual(own);
  },
);

describe("S12: counts are scoped", () => {
  const scoped = readable.filter(({ shows }) => shows === "scope" || shows === "garden");

  /** The response without its time and the number of changes. */
  function withoutMoment(text: string): string {
    return text
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<instant>")
      .replace(/\b\d{8}T\d{6}Z/g, "<instant>")
      .replace(/"(generated|computed)At":\d+/g, '"$1At":0')
      .replace(/"cursor":"[^"]*"/g, '"cursor":"<cursor>"')
      .replace(/"requestId":"[^"]*"/g, '"requestId":"<id>"');
  }

  test("what others create and delete changes no answer: no row, no count, no sum", async () => {
    const answers = async () => {
      const texts: string[] = [];
      for (const entry of scoped) {
        const response = await get(entry, "owner-data", { params: {}, query: "" });
        texts.push(`${entry.path} ${withoutMoment(await response.text())}`);
      }
      return texts;
    };
    const before = await answers();
    const payments = all.find(({ metadata }) => metadata.name === "payments");
    if (payments === undefined) throw new Error("the demo has no payments");
    const template = firstShootIn(demo.embedded.api, payments);
    const { name, namespace = "" } = template.metadata;
    const rows = demo.app.fleet.store.size;
    // The DNS domain must be unique.
    const { dns: _dns, ...spec } = template.spec;
    const fresh = { ...template, metadata: { name: "somebody-else", namespace }, spec };
    demo.embedded.api.create({ resource: shoots, namespace }, fresh);
    demo.embedded.api.patch({ resource: shoots, namespace, name }, { metadata: { labels: { moved: "yes" } } });
    await vi.waitUntil(() => demo.app.fleet.store.size === rows + 1, eventuallyTimeoutMs);
    expect(await answers()).toEqual(before);
  });
});

test("S16, S20: what was refused stands in the log, which holds no token, no cookie, no secret and no canary", async () => {
  const entry = readable.find(({ path }) => path === "/api/clusters/[project]/[name]");
  if (entry === undefined) throw new Error("no route reads a cluster");
  const refused = await get(entry, "stranger", { params: {}, query: "" });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(demo.log.join("")).toContain("a request was refused");
});
