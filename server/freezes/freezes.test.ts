import { beforeEach, describe, expect, test } from "vitest";
import { GET, POST } from "#app/api/freezes/route.ts";
import {
  type FreezeChangeRequest,
  freezeChangeResponseSchema,
  freezeLimits,
  freezesSchema,
} from "#lib/contract/freeze/freezes.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { createBreakingTransport } from "#server/testing/create-breaking-transport.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const mapIn = (project: string) => ({
  resource: configMaps,
  namespace: `garden-${project}`,
  name: "almanac-freezes",
});
const sharedMap = mapIn("payments");

/** Whether the garden does not answer for the freeze periods of a single project. */
let isGardenGone = false;
const demo = startDemoTestBed({
  garden: { speed: 0 },
  wrap: createBreakingTransport(({ url }) => isGardenGone && url.pathname.endsWith("/almanac-freezes")),
});
beforeEach(() => {
  isGardenGone = false;
  demo.forget();
  for (const project of ["payments", "shop"]) {
    if (demo.embedded.api.get(mapIn(project))) demo.embedded.api.delete(mapIn(project));
  }
});

const path = (project?: string) => `/api/freezes${project === undefined ? "" : `?project=${project}`}`;
const read = async (person: string, project?: string) =>
  parseOkResponse(await demo.call(GET, person, { path: path(project) }), freezesSchema);
const change = (person: string, body: unknown) => demo.call(POST, person, { body });

const times = { from: "2026-12-18T17:00:00+01:00", until: "2027-01-04T08:00:00+01:00" };
const ours = (project = "payments") => ({ kind: "save", project, name: "Year end", ...times }) as const;

async function saved(person: string, body: Extract<FreezeChangeRequest, { kind: "save" }>) {
  const { freeze } = await parseOkResponse(await change(person, body), freezeChangeResponseSchema);
  if (freeze === undefined) throw new Error("nothing was saved");
  return freeze;
}

describe("a freeze period", () => {
  test("is kept in the project's namespace, for its members and for the operator", async () => {
    const freeze = await saved("owner-commerce", ours());
    expect(freeze).toMatchObject({ name: "Year end", ...times, by: "owner-commerce" });
    for (const person of ["owner-commerce", "operator"]) {
      const listed = { projects: [{ project: "payments", freezes: [freeze], unshown: 0 }], forbidden: [], beyond: 0 };
      expect(await read(person, "payments")).toEqual({ ...listed, mayWrite: true });
      expect((await read(person)).projects).toContainEqual(listed.projects[0]);
    }
    expect(demo.embedded.api.get(sharedMap)?.metadata.labels).toMatchObject({ "almanac.garden/freezes": "shared" });
  });

  test("is neither seen nor written by people of other projects", async () => {
    const freeze = await saved("owner-commerce", ours());
    const attempts: FreezeChangeRequest[] = [
      ours(),
      { ...ours(), kind: "change", id: freeze.id, seen: freeze.at },
      { kind: "delete", project: "payments", id: freeze.id, seen: freeze.at },
    ];
    for (const other of ["owner-data", "stranger"]) {
      expect(await problemIn(await demo.call(GET, other, { path: path("payments") }))).toMatchObject({ status: 404 });
      expect((await read(other)).projects.filter(({ project }) => project === "payments")).toEqual([]);
      for (const attempt of attempts) {
        expect(await problemIn(await change(other, attempt))).toMatchObject({ status: 404, reason: "not-found" });
      }
    }
    expect((await read("owner-commerce", "payments")).projects[0]?.freezes).toEqual([freeze]);
  });

  test("is read by a viewer, who is told that it cannot be changed, by the garden in the end", async () => {
    const freeze = await saved("owner-commerce", ours("shop"));
    expect(await read("viewer", "shop")).toMatchObject({ projects: [{ freezes: [freeze] }], mayWrite: false });
    const body = { kind: "delete", project: "shop", id: freeze.id, seen: freeze.at };
    expect(await problemIn(await change("viewer", body))).toMatchObject({ status: 403, reason: "forbidden" });
    expect(await problemIn(await change("viewer", ours("shop")))).toMatchObject({ status: 403 });
    expect((await read("viewer", "shop")).projects[0]?.freezes).toEqual([freeze]);
  });

  test("is changed and deleted by whoever saw its latest version", async () => {
    const freeze = await saved("owner-commerce", ours());
    const longer = { ...times, until: "2027-01-11T08:00:00+01:00" };
    const body = { ...ours(), ...longer, kind: "change", id: freeze.id, seen: freeze.at };
    expect((await change("operator", body)).status).toBe(200);
    expect(await problemIn(await change("owner-commerce", { ...body, name: "Mine" }))).toMatchObject({ status: 409 });
    const [latest] = (await read("owner-commerce", "payments")).projects[0]?.freezes ?? [];
    expect(latest).toMatchObject({ ...longer, by: "operator" });
    const removal = { kind: "delete", project: "payments", id: freeze.id, seen: latest?.at };
    expect((await change("owner-commerce", removal)).status).toBe(200);
    expect((await read("owner-commerce", "payments")).projects[0]?.freezes).toEqual([]);
  });

  test("is one of so many", async () => {
    const names = Array.from({ length: freezeLimits.freezes }, (_, index) => `n${index}`);
    for (const name of names) await saved("owner-commerce", { ...ours(), name });
    expect((await read("operator", "payments")).projects[0]?.freezes).toHaveLength(names.length);
    expect(await problemIn(await change("owner-commerce", ours()))).toMatchObject({
      status: 409,
      detail: expect.stringContaining(`${names.length} freezes`),
    });
  });

  test("is not lost when others are written at the same moment", async () => {
    const names = ["one", "two", "three", "four"];
    const answers = await Promise.all(
      names.map((name, index) => change(index % 2 === 0 ? "operator" : "owner-commerce", { ...ours(), name })),
    );
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    const { projects } = await read("operator", "payments");
    expect(projects[0]?.freezes.map(({ name }) => name)).toEqual([...names].sort());
  });

  test.each([
    [{ from: "2026-12-18" }, "from"],
    [{ from: "2026-12-18T17:00:00" }, "from"],
    [{ until: "2026-12-18T16:00:00Z" }, "until"],
    [{ until: "2028-01-04T08:00:00Z" }, "until"],
    [{ name: "n".repeat(freezeLimits.name + 1) }, "name"],
    [{ name: " " }, "name"],
  ])("with %j is refused beside its field", async (wrong, field) => {
    expect(await problemIn(await change("owner-commerce", { ...ours(), ...wrong }))).toMatchObject({
      status: 400,
      causes: [{ field }],
    });
    expect(demo.embedded.api.get(sharedMap)).toBeUndefined();
  });

  test("that the garden does not give is said to be unread, not missing", async () => {
    await saved("owner-commerce", ours());
    isGardenGone = true;
    expect((await read("owner-commerce", "payments")).projects).toEqual([
      {
        ...{ project: "payments", freezes: [], unshown: 0 },
        unavailable: "The garden did not give the freezes of payments.",
      },
    ]);
    expect((await read("owner-commerce")).beyond).toBeGreaterThan(0);
    expect((await change("owner-commerce", ours())).status).toBeGreaterThanOrEqual(500);
  });

  test("of a form that is not known is said to be so, and is not written over", async () => {
    await saved("owner-commerce", ours());
    demo.embedded.api.patch(sharedMap, { data: { freezes: '{"freezes":9}' } });
    for (const project of ["payments", undefined]) {
      const [shown] = (await read("owner-commerce", project)).projects;
      expect(shown?.unavailable).toMatch(/almanac-freezes/);
    }
    expect(await problemIn(await change("owner-commerce", ours()))).toMatchObject({ status: 409 });
    expect(demo.embedded.api.get(sharedMap)).toMatchObject({ data: { freezes: '{"freezes":9}' } });
  });

  test("that somebody wrote with kubectl and that ends before it begins is counted, and kept", async () => {
    const freeze = await saved("owner-commerce", ours());
    const backwards = { ...freeze, id: "b", until: "2026-12-01T00:00:00Z" };
    demo.embedded.api.patch(sharedMap, { data: { freezes: JSON.stringify({ freezes: [freeze, backwards] }) } });
    expect((await read("owner-commerce", "payments")).projects).toEqual([
      { project: "payments", freezes: [freeze], unshown: 1 },
    ]);
    await saved("owner-commerce", { ...ours(), name: "Audit" });
    expect(demo.embedded.api.get(sharedMap)).toMatchObject({
      data: { freezes: expect.stringContaining(backwards.until) },
    });
  });
});
