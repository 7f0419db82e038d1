import { beforeEach, describe, expect, test } from "vitest";
import { GET, POST } from "#app/api/views/route.ts";
import { viewLimits } from "#lib/contract/view-limits.ts";
import { type ViewChangeRequest, viewChangeResponseSchema, viewsSchema } from "#lib/contract/views.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { hasHiddenCharacters } from "#lib/strings/hidden-characters.ts";
import { ownConfigMapsTarget, parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";

const sharedMap = { resource: configMaps, namespace: "garden-payments", name: "almanac-views" };
const demo = startDemoTestBed();
beforeEach(() => {
  demo.forget();
  if (demo.embedded.api.get(sharedMap)) demo.embedded.api.delete(sharedMap);
});

const read = async (identity: string) => parseOkResponse(await demo.call(GET, identity), viewsSchema);
const change = (identity: string, body: unknown) => demo.call(POST, identity, { body });

async function saved(identity: string, body: Extract<ViewChangeRequest, { kind: "save" }>) {
  const { view } = await parseOkResponse(await change(identity, body), viewChangeResponseSchema);
  if (view === undefined) throw new Error("nothing was saved");
  return view;
}

const mine = { kind: "save", name: "Broken in production", address: "/clusters?status=unhealthy" } as const;
const ours = { ...mine, project: "payments", name: "Payments, by force" } as const;

describe("a view of one's own", () => {
  test("is kept in Almanac's namespace, and is there for its owner from any session", async () => {
    const view = await saved("owner-commerce", mine);
    expect(view).toMatchObject({ name: mine.name, address: mine.address, by: "owner-commerce" });
    expect((await read("owner-commerce")).own.views).toEqual([view]);
    expect(demo.embedded.api.list(ownConfigMapsTarget).map(({ metadata }) => metadata.name)).toEqual([
      expect.stringMatching(/^almanac-views-[0-9a-f]{40}$/),
    ]);
  });

  test("is seen by nobody else, not even by the operator", async () => {
    await saved("owner-commerce", mine);
    for (const other of ["operator", "owner-data", "viewer", "stranger"]) {
      const views = await read(other);
      expect(JSON.stringify(views)).not.toContain(mine.name);
    }
  });

  test("may be kept by whoever sees nothing yet", async () => {
    const view = await saved("stranger", mine);
    expect((await read("stranger")).own.views).toEqual([view]);
  });

  test("is what the list opens with until its owner says otherwise or deletes it", async () => {
    const view = await saved("owner-commerce", mine);
    expect((await change("owner-commerce", { kind: "open-with", view: { id: view.id } })).status).toBe(200);
    expect((await read("owner-commerce")).own.opensWith).toEqual({ id: view.id });
    expect((await change("owner-commerce", { kind: "delete", id: view.id, seen: view.at })).status).toBe(200);
    expect((await read("owner-commerce")).own).toEqual({ views: [], unshown: 0 });
  });

  test("is one of so many", async () => {
    const view = await saved("viewer", mine);
    const kept = demo.embedded.api.list(ownConfigMapsTarget)[0];
    const entries = Array.from({ length: viewLimits.views }, (_, at) => ({ ...view, id: `v${at}`, name: `v${at}` }));
    const name = kept?.metadata.name ?? "";
    const data = { views: JSON.stringify({ owner: ownerIn(kept), views: entries }) };
    demo.embedded.api.patch({ ...ownConfigMapsTarget, name }, { data });
    expect(await problemIn(await change("viewer", mine))).toMatchObject({ status: 409, reason: "conflict" });
  });

  test("asks for no more values than a list may be filtered by", async () => {
    const asking = (values: number) => `/clusters?k8s=${Array.from({ length: values }, (_, value) => value).join(",")}`;
    const view = await saved("owner-commerce", { ...mine, address: asking(200) });
    const refused = await change("owner-commerce", { ...mine, name: "More", address: asking(201) });
    expect(await problemIn(refused)).toMatchObject({
      status: 400,
      detail: expect.stringContaining("at most 200 values"),
    });
    const { id, at: seen } = view;
    const changed = await change("owner-commerce", { kind: "change", id, seen, address: asking(201) });
    expect(await problemIn(changed)).toMatchObject({ status: 400 });
    expect((await read("owner-commerce")).own.views).toEqual([view]);
  });

  test("of a form that is not known is said to be so, and is not written over", async () => {
    await saved("owner-commerce", mine);
    const name = demo.embedded.api.list(ownConfigMapsTarget)[0]?.metadata.name ?? "";
    for (const views of ['{"views":9}', "{", JSON.stringify({ owner: "somebody else", views: [] })]) {
      demo.embedded.api.patch({ ...ownConfigMapsTarget, name }, { data: { views } });
      const { own } = await read("owner-commerce");
      expect(own.unavailable).toMatch(/form that this Almanac does not know/);
      expect(await problemIn(await change("owner-commerce", mine))).toMatchObject({ status: 409 });
      expect(demo.embedded.api.get({ ...ownConfigMapsTarget, name })).toMatchObject({ data: { views } });
    }
  });
});

/** The owner that a stored object names. */
function ownerIn(object: object | undefined): unknown {
  const data = object !== undefined && "data" in object ? object.data : undefined;
  const text = data instanceof Object && "views" in data ? String(data.views) : "{}";
  return JSON.parse(text).owner;
}

describe("a shared view", () => {
  test("is kept in the project's namespace, and is there for its members and for the operator", async () => {
    const view = await saved("owner-commerce", ours);
    const shelf = { project: "payments", views: [view], unshown: 0, mayWrite: true, unknownForm: false };
    expect((await read("owner-commerce")).shared).toEqual([shelf]);
    expect((await read("operator")).shared).toEqual([shelf]);
    expect((await read("owner-commerce")).own.views).toEqual([]);
    expect(demo.embedded.api.get(sharedMap)?.metadata.labels).toMatchObject({ "almanac.garden/views": "shared" });
  });

  test("is not seen by people of other projects or of none, and these cannot write there", async () => {
    const view = await saved("owner-commerce", ours);
    for (const other of ["owner-data", "stranger"]) {
      expect(JSON.stringify(await read(other))).not.toContain(ours.name);
      const attempts: ViewChangeRequest[] = [ours, { kind: "delete", project: "payments", id: view.id, seen: view.at }];
      for (const attempt of attempts) {
        expect(await problemIn(await change(other, attempt))).toMatchObject({ status: 404, reason: "not-found" });
      }
    }
  });

  test("is read by a viewer, who is told that it cannot be changed, by the garden in the end", async () => {
    const shop = { ...ours, project: "shop" } as const;
    const view = await saved("owner-commerce", shop);
    expect((await read("viewer")).shared).toMatchObject([{ project: "shop", views: [view], mayWrite: false }]);
    const rename: ViewChangeRequest = { kind: "change", project: "shop", id: view.id, seen: view.at, name: "Mine" };
    expect(await problemIn(await change("viewer", rename))).toMatchObject({ status: 403, reason: "forbidden" });
    demo.embedded.api.delete({ ...sharedMap, namespace: "garden-shop" });
  });

  test("two editors: the second is told that the view is not as it was any more", async () => {
    const view = await saved("owner-commerce", ours);
    const rename = { kind: "change", project: "payments", id: view.id, seen: view.at } as const;
    expect((await change("owner-commerce", { ...rename, name: "First" })).status).toBe(200);
    const problem = await problemIn(await change("operator", { ...rename, name: "Second" }));
    expect(problem).toMatchObject({ status: 409, detail: "Somebody else has changed this view since you saw it." });
    expect((await read("operator")).shared[0]?.views).toMatchObject([{ name: "First", by: "owner-commerce" }]);
  });

  test("people who save at the same moment do not get in each other's way", async () => {
    const names = ["one", "two", "three", "four"];
    const answers = await Promise.all(names.map((name) => change("operator", { ...ours, name })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect((await read("operator")).shared[0]?.views.map(({ name }) => name)).toEqual([...names].sort());
  });

  test("of a form that is not known is said to be so, and is not written over", async () => {
    await saved("owner-commerce", ours);
    demo.embedded.api.patch(sharedMap, { data: { views: "[]" } });
    expect((await read("owner-commerce")).shared).toMatchObject([{ project: "payments", unknownForm: true }]);
    expect(await problemIn(await change("owner-commerce", ours))).toMatchObject({ status: 409 });
    expect(demo.embedded.api.get(sharedMap)).toMatchObject({ data: { views: "[]" } });
  });

  test("that somebody wrote to mislead is neither a way out nor hard to see through", async () => {
    const at = "2026-11-24T10:00:00Z";
    const views = [
      { id: "a1", name: "safe \u202eno", address: "/clusters", by: "eve\u200b", at },
      { id: "a2", name: "out", address: "https://evil.example", by: "eve", at },
      { id: "a3", name: "script", address: "javascript:alert(1)", by: "eve", at },
    ];
    const object = {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: sharedMap.name, labels: { "almanac.garden/views": "shared" } },
      data: { views: JSON.stringify({ views }) },
    };
    demo.embedded.api.create({ resource: configMaps, namespace: sharedMap.namespace }, object);
    for (const reader of ["owner-commerce", "operator"]) {
      const text = await (await demo.call(GET, reader)).text();
      expect(hasHiddenCharacters(text)).toBe(false);
      expect(viewsSchema.parse(JSON.parse(text)).shared).toMatchObject([{ views: [{ id: "a1" }], unshown: 2 }]);
    }
  });
});

test.each<[string, unknown]>([
  ["no name", { ...mine, name: "  " }],
  ["a name that is too long", { ...mine, name: "n".repeat(81) }],
  ["an address that leads away", { ...mine, address: "//evil.example" }],
  ["an address that is too long", { ...mine, address: `/clusters?q=${"a".repeat(2_000)}` }],
  ["a project that is none", { ...mine, project: "../x" }],
  ["an unknown field", { ...mine, owner: "somebody" }],
])("%s is refused before the garden is asked", async (_what, body) => {
  expect(await problemIn(await change("operator", body))).toMatchObject({ status: 400, reason: "invalid-request" });
  expect(demo.embedded.api.list(ownConfigMapsTarget)).toEqual([]);
});

test("S21: each change leaves one line that says where, without the words that were written", async () => {
  const before = demo.log.length;
  await saved("owner-commerce", { ...ours, name: "Plan of the merger" });
  const lines = demo.log.slice(before).filter((line) => line.includes('"audit":"saved-view"'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"project":"payments"');
  expect(demo.log.join("\n")).not.toContain("Plan of the merger");
});
