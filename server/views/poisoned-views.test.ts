import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GET, POST } from "#app/api/views/route.ts";
import { viewsSchema } from "#lib/contract/views.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import { parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { tokenOfDemoUser } from "#server/testing/embedded-garden.ts";

/** Requests for ConfigMaps outside of Almanac's namespace. */
let bytes = 0;
let areHeld = false;
let heldReads = 0;

const demo = startDemoTestBed({
  wrap: (inner) => ({
    close: () => inner.close(),
    async send(request) {
      const { pathname, searchParams } = request.url;
      const isShared = pathname.endsWith("/configmaps/almanac-views") || searchParams.has("fieldSelector");
      if (!isShared) return inner.send(request);
      if (areHeld) {
        heldReads += 1;
        return new Promise((_, reject) =>
          request.signal.addEventListener("abort", () => reject(request.signal.reason)),
        );
      }
      const answer = await inner.send(request);
      return { ...answer, body: counted(answer.body) };
    },
  }),
});
beforeAll(async () => {
  await save("operator", { name: "Mine" });
  await save("owner-commerce", { name: "Ours", project: "payments" });
});
beforeEach(() => {
  // A busy machine may need longer than the limit for reading the views of all projects.
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
});
afterEach(() => {
  vi.restoreAllMocks();
  areHeld = false;
  bytes = 0;
  for (const { metadata } of demo.embedded.api.list({ resource: configMaps })) {
    const { namespace = "", name, labels } = metadata;
    if (labels?.poison === "yes") demo.embedded.api.delete({ resource: configMaps, namespace, name });
  }
});

async function* counted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    yield chunk;
  }
}

async function save(identity: string, what: { readonly name: string; readonly project?: string }) {
  const body = { kind: "save", address: "/clusters?status=unhealthy", ...what };
  expect((await demo.call(POST, identity, { body })).status).toBe(200);
}

const read = async () => parseOkResponse(await demo.call(GET, "operator"), viewsSchema);

function poison(namespace: string, name: string, megabytes = 1): void {
  const labels = { "almanac.garden/views": "shared", poison: "yes" };
  const data = { views: "x".repeat(megabytes * 1_000_000) };
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels }, data };
  demo.embedded.api.create({ resource: configMaps, namespace }, object);
}

const namesOf = (views: readonly { readonly name: string }[]) => views.map(({ name }) => name);

test("N7: what a member of one project labels as shared views costs nobody else theirs", async () => {
  for (let count = 0; count < 66; count += 1) poison("garden-shop", `poison-${count}`);
  const { own, shared, beyond } = await read();
  expect(namesOf(own.views)).toEqual(["Mine"]);
  expect(shared.map(({ project, views }) => [project, namesOf(views)])).toEqual([["payments", ["Ours"]]]);
  expect(beyond).toBe(0);
  expect(bytes).toBeLessThan(10_000);
});

test("N7: what stands in the place of a project's views and is too large hides that project's alone", async () => {
  const scope = (await demo.app.scopes.scopeOf(tokenOfDemoUser(demo.embedded, "operator"))).shown.projects;
  const others = scope.filter(({ name }) => name !== "payments");
  for (const { namespace } of others) poison(namespace, "almanac-views");
  const { own, shared, beyond } = await read();
  expect(namesOf(own.views)).toEqual(["Mine"]);
  expect(
    shared
      .filter(({ unknownForm }) => unknownForm)
      .map(({ project }) => project)
      .sort(),
  ).toEqual(others.map(({ name }) => name).sort());
  expect(shared.find(({ project }) => project === "payments")?.views).toMatchObject([{ name: "Ours" }]);
  expect(beyond).toBe(0);
  expect(bytes).toBeLessThan(1_200_000 + others.length * 350_000);
});

test("N7: ten tabs that ask at once cost as much as one of them", async () => {
  const scope = (await demo.app.scopes.scopeOf(tokenOfDemoUser(demo.embedded, "operator"))).shown.projects;
  for (const { namespace, name } of scope) if (name !== "payments") poison(namespace, "almanac-views");
  const tabs = await Promise.all(Array.from({ length: 10 }, read));
  for (const { own, beyond } of tabs) expect([namesOf(own.views), beyond]).toEqual([["Mine"], 0]);
  expect(bytes).toBeLessThan(1_200_000 + scope.length * 350_000);
});

test("a view that was just shared is there, also while a reading from before is under way", async () => {
  vi.restoreAllMocks();
  areHeld = true;
  const before = read();
  await vi.waitUntil(() => heldReads > 0, eventuallyTimeoutMs);
  areHeld = false;
  await save("operator", { name: "New", project: "shop" });
  const { shared } = await read();
  expect(shared.map(({ project, views }) => [project, namesOf(views)])).toContainEqual(["shop", ["New"]]);
  await before;
  demo.embedded.api.delete({ resource: configMaps, namespace: "garden-shop", name: "almanac-views" });
});

test("N7: one's own views come while the garden keeps those of projects back, and how many are missing is said", async () => {
  vi.restoreAllMocks();
  areHeld = true;
  const { own, shared, beyond } = await read();
  expect(namesOf(own.views)).toEqual(["Mine"]);
  expect(shared).toEqual([]);
  expect(beyond).toBeGreaterThan(0);
});
