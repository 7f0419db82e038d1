import { beforeEach, describe, expect, test } from "vitest";
import { GET, POST } from "#app/api/cluster-templates/route.ts";
import { clusterTemplateLimits } from "#lib/contract/cluster-template-limits.ts";
import {
  type ClusterTemplateChangeRequest,
  clusterTemplateChangeResponseSchema,
  clusterTemplatesSchema,
} from "#lib/contract/cluster-templates.ts";
import { templateTextOfShoot } from "#lib/create/template-text.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { createBreakingTransport } from "#server/testing/create-breaking-transport.ts";
import { ownConfigMapsTarget, parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const sharedMap = { resource: configMaps, namespace: "garden-payments", name: "almanac-templates" };

/** Whether the garden does not answer for the templates of projects. */
let isGardenGone = false;
const demo = startDemoTestBed({
  garden: { speed: 0 },
  wrap: createBreakingTransport(({ url }) => isGardenGone && url.pathname.endsWith("/almanac-templates")),
});
beforeEach(() => {
  isGardenGone = false;
  demo.forget();
  if (demo.embedded.api.get(sharedMap)) demo.embedded.api.delete(sharedMap);
});

const read = async (person: string, project?: string) => {
  const path = `/api/cluster-templates${project === undefined ? "" : `?project=${project}`}`;
  return parseOkResponse(await demo.call(GET, person, { path }), clusterTemplatesSchema);
};
const change = (person: string, body: unknown) => demo.call(POST, person, { body });

const textOf = () => `# As acquiring is\n${templateTextOfShoot(demo.shoot("payments", "acquiring"))}`;
const mine = () => ({ kind: "save", name: "Usual", description: "For web shops", text: textOf() }) as const;
const ours = () => ({ ...mine(), project: "payments" }) as const;

async function saved(person: string, body: Extract<ClusterTemplateChangeRequest, { kind: "save" }>) {
  const { template } = await parseOkResponse(await change(person, body), clusterTemplateChangeResponseSchema);
  if (template === undefined) throw new Error("nothing was saved");
  return template;
}

describe("a template of one's own", () => {
  test("is kept with its comments, and is seen by nobody else", async () => {
    const template = await saved("owner-commerce", mine());
    expect(template).toMatchObject({ name: "Usual", description: "For web shops", by: "owner-commerce" });
    expect((await read("owner-commerce")).own.templates).toEqual([template]);
    expect(template.text).toMatch(/^# As acquiring is\n/);
    for (const other of ["operator", "owner-data", "viewer", "stranger"]) {
      expect((await read(other)).own.templates).toEqual([]);
    }
    expect(demo.embedded.api.list(ownConfigMapsTarget).map(({ metadata }) => metadata.name)).toEqual([
      expect.stringMatching(/^almanac-templates-[0-9a-f]{40}$/),
    ]);
  });

  test("is one of so many", async () => {
    const names = Array.from({ length: clusterTemplateLimits.templates }, (_, index) => `t${index}`);
    for (const name of names) await saved("viewer", { ...mine(), name });
    expect((await read("viewer")).own.templates).toHaveLength(names.length);
    const problem = await problemIn(await change("viewer", mine()));
    expect(problem).toMatchObject({ status: 409, detail: expect.stringContaining(`${names.length} templates`) });
  });

  test("is refused when it is too large, alone or with the others, which can still be read", async () => {
    const { text, ...rest } = mine();
    const long = text.padEnd(clusterTemplateLimits.text, '# "\n');
    const larger = await problemIn(await change("viewer", { ...rest, text: `${long}#` }));
    expect(larger).toMatchObject({ status: 400, causes: [{ field: "text" }] });
    let kept = 0;
    while ((await change("viewer", { ...rest, name: `t${kept}`, text: long })).status === 200) kept += 1;
    const problem = await problemIn(await change("viewer", { ...rest, text: long }));
    expect(problem).toMatchObject({ status: 409, detail: expect.stringContaining("too large") });
    expect(kept).toBeGreaterThan(10);
    expect((await read("viewer")).own.templates).toHaveLength(kept);
  });
});

describe("a template of a project", () => {
  test("is kept in the project's namespace, for its members and for the operator", async () => {
    const template = await saved("owner-commerce", ours());
    for (const person of ["owner-commerce", "operator"]) {
      expect((await read(person, "payments")).shared).toEqual({
        ...{ project: "payments", templates: [template], unshown: 0, mayWrite: true },
      });
    }
    expect(demo.embedded.api.get(sharedMap)?.metadata.labels).toMatchObject({ "almanac.garden/templates": "shared" });
  });

  test("is neither seen nor written by people of other projects", async () => {
    const template = await saved("owner-commerce", ours());
    const attempts: ClusterTemplateChangeRequest[] = [
      ours(),
      { kind: "change", project: "payments", id: template.id, seen: template.at, name: "Mine" },
      { kind: "delete", project: "payments", id: template.id, seen: template.at },
    ];
    for (const other of ["owner-data", "stranger"]) {
      expect(
        await problemIn(await demo.call(GET, other, { path: "/api/cluster-templates?project=payments" })),
      ).toMatchObject({ status: 404, reason: "not-found" });
      for (const attempt of attempts) {
        expect(await problemIn(await change(other, attempt))).toMatchObject({ status: 404, reason: "not-found" });
      }
    }
    expect((await read("owner-commerce", "payments")).shared?.templates).toEqual([template]);
  });

  test("is read by a viewer, who is told that it cannot be changed, by the garden in the end", async () => {
    const template = await saved("owner-commerce", { ...ours(), project: "shop" });
    expect((await read("viewer", "shop")).shared).toMatchObject({ templates: [template], mayWrite: false });
    const body = { kind: "delete", project: "shop", id: template.id, seen: template.at };
    expect(await problemIn(await change("viewer", body))).toMatchObject({ status: 403, reason: "forbidden" });
    expect((await read("viewer", "shop")).shared?.templates).toEqual([template]);
    demo.embedded.api.delete({ ...sharedMap, namespace: "garden-shop" });
  });

  test("two writers at the same moment lose nothing, and the later of two on one template is told", async () => {
    const names = ["one", "two", "three", "four"];
    const answers = await Promise.all(
      names.map((name, index) => change(index % 2 === 0 ? "operator" : "owner-commerce", { ...ours(), name })),
    );
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    const { shared } = await read("operator", "payments");
    expect(shared?.templates.map(({ name }) => name)).toEqual([...names].sort());
    const [first] = shared?.templates ?? [];
    const rename = { kind: "change", project: "payments", id: first?.id, seen: first?.at } as const;
    expect((await change("operator", { ...rename, name: "First" })).status).toBe(200);
    expect(await problemIn(await change("owner-commerce", { ...rename, description: "Second" }))).toMatchObject({
      status: 409,
      detail: "Somebody else has changed this template since you saw it.",
    });
  });

  test("that the garden does not give is said to be so, and one's own are there", async () => {
    const template = await saved("owner-commerce", mine());
    isGardenGone = true;
    const { own, shared } = await read("owner-commerce", "payments");
    expect(own.templates).toEqual([template]);
    expect(shared).toMatchObject({ templates: [], unavailable: "The garden did not give the templates of payments." });
    expect((await change("owner-commerce", ours())).status).toBeGreaterThanOrEqual(500);
  });

  test("of a form that is not known is said to be so, and is not written over", async () => {
    await saved("owner-commerce", ours());
    demo.embedded.api.patch(sharedMap, { data: { templates: '{"templates":9}' } });
    expect((await read("owner-commerce", "payments")).shared?.unavailable).toMatch(/almanac-templates/);
    expect(await problemIn(await change("owner-commerce", ours()))).toMatchObject({ status: 409 });
    expect(demo.embedded.api.get(sharedMap)).toMatchObject({ data: { templates: '{"templates":9}' } });
  });
});

test("no Secret and no secret value becomes a template", async () => {
  const secret = "apiVersion: v1\nkind: Secret\nstringData: {password: hush}\n";
  for (const text of [secret, `${textOf()}---\n${secret}`, textOf().replace("spec:", "spec:\n  region: eu-1")]) {
    expect(await problemIn(await change("owner-commerce", { ...ours(), text }))).toMatchObject({
      status: 400,
      causes: [{ field: "text" }],
    });
  }
  expect(demo.embedded.api.get(sharedMap)).toBeUndefined();
});
