import { beforeEach, describe, expect, test, vi } from "vitest";
import { GET, POST } from "#app/api/notices/route.ts";
import { noticeChangeResponseSchema, noticeLimits, noticesSchema, type WatchedEvents } from "#lib/contract/notices.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { projects, shoots } from "#lib/kube/resource.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import { setTestApplication } from "#server/app/almanac.ts";
import { createBreakingTransport } from "#server/testing/create-breaking-transport.ts";
import { ownConfigMapsTarget, parseOkResponse, startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { connectEmbeddedGarden, tokenOfDemoUser } from "#server/testing/embedded-garden.ts";
import { replaceProjectMembers } from "#server/testing/replace-project-members.ts";
import { problemIn, startRouteTestBed } from "#server/testing/route-test-bed.ts";

const payments = { resource: shoots, namespace: "garden-payments" };

// The controllers do not run, so that they do not repair what a test breaks.
const demo = startDemoTestBed({ garden: { speed: 0 } });
beforeEach(() => demo.forget());

async function read(identity: string) {
  setTestApplication(demo.app);
  return parseOkResponse(await demo.call(GET, identity), noticesSchema);
}

const change = (identity: string, body: unknown) => demo.call(POST, identity, { body });

const anyOfPayments = { kind: "view", address: "/clusters?project=payments" } as const;

async function ruleOf(identity: string, events: WatchedEvents, subject: object = anyOfPayments) {
  const saved = await change(identity, { kind: "save", name: "Payments", subject, events });
  const { rule } = await parseOkResponse(saved, noticeChangeResponseSchema);
  if (rule === undefined) throw new Error("no rule was kept");
  return rule;
}

const check = (app = demo.app) => app.ruleWatch?.check();

const someShoot = () => demo.shoot("payments", "ledger-us");

function rowOf(uid: string | undefined) {
  return demo.app.fleet.store.rows({ all: true, namespaces: new Set() }).find((row) => row.uid === uid);
}

function keptRules() {
  return demo.embedded.api
    .list(ownConfigMapsTarget)
    .find(({ metadata }) => metadata.name?.startsWith("almanac-rules-"));
}

/** The owner that a stored object names. */
function ownerIn(object: object | undefined): unknown {
  const data = object !== undefined && "data" in object ? object.data : undefined;
  const text = data instanceof Object && "rules" in data ? String(data.rules) : "{}";
  return JSON.parse(text).owner;
}

/** Waits until the list of clusters contains the broken state of the cluster. */
async function breakShoot(since: string): Promise<string> {
  const { metadata } = someShoot();
  const broken = { type: "EveryNodeReady", status: "False", lastTransitionTime: since, lastUpdateTime: since };
  const status = { conditions: [broken] };
  demo.embedded.api.patch({ ...payments, name: metadata.name, subresource: "status" }, { status });
  await vi.waitUntil(() => rowOf(metadata.uid)?.unhealthySince === since, eventuallyTimeoutMs);
  return metadata.name;
}

const minutesAgo = (minutes: number) => `${new Date(demo.app.now() - minutes * 60_000).toISOString().slice(0, 19)}Z`;

describe("a rule", () => {
  test("tells what comes to hold after it was made, once, to its owner on every device", async () => {
    await ruleOf("owner-commerce", { unhealthy: 5 });
    await check();
    expect((await read("owner-commerce")).notices).toEqual([]);
    const since = minutesAgo(6);
    const name = await breakShoot(since);
    await check();
    await check();
    const { notices } = await read("owner-commerce");
    expect(notices).toMatchObject([
      {
        event: "unhealthy",
        ruleName: "Payments",
        read: false,
        lines: [{ project: "payments", name, at: since, what: expect.stringContaining("EveryNodeReady") }],
      },
    ]);
    const ids = notices.map(({ id }) => id);
    expect((await change("owner-commerce", { kind: "read", ids })).status).toBe(200);
    expect((await read("owner-commerce")).notices).toMatchObject([{ read: true }]);
    expect((await read("operator")).notices).toEqual([]);
  });

  test("tells members of a project that it is unused, and nobody else", async () => {
    const everything = { kind: "view", address: "/clusters" } as const;
    for (const person of ["owner-commerce", "stranger"]) await ruleOf(person, { unusedProject: 30 }, everything);
    await check();
    expect((await read("owner-commerce")).notices).toEqual([]);
    const at = minutesAgo(1);
    const target = { resource: projects, name: "payments", subresource: "status" } as const;
    demo.embedded.api.patch(target, { status: { staleSinceTimestamp: at } });
    const isKnown = () => demo.app.directory.all().some(({ status }) => status?.staleSinceTimestamp === at);
    await vi.waitUntil(isKnown, eventuallyTimeoutMs);
    await check();
    await check();
    expect((await read("owner-commerce")).notices).toMatchObject([
      {
        event: "unusedProject",
        lines: [{ project: "payments", name: "", at, what: "Gardener regards the project as unused" }],
      },
    ]);
    expect((await read("stranger")).notices).toEqual([]);
    demo.embedded.api.patch(target, { status: { staleSinceTimestamp: null } });
  });

  test("waits as long as it was asked to", async () => {
    await ruleOf("owner-commerce", { unhealthy: 30 });
    await check();
    await breakShoot(minutesAgo(7));
    await check();
    expect((await read("owner-commerce")).notices).toEqual([]);
  });

  test("tells the same change once over two replicas and after a restart", async () => {
    await ruleOf("owner-commerce", { unhealthy: 5 });
    const other = await startRouteTestBed({ found: connectEmbeddedGarden(demo.embedded) });
    await vi.waitUntil(() => other.app.isReady(), eventuallyTimeoutMs);
    await Promise.all([check(), check(other.app)]);
    const since = minutesAgo(8);
    await breakShoot(since);
    await vi.waitUntil(
      () =>
        other.app.fleet.store.rows({ all: true, namespaces: new Set() }).some((row) => row.unhealthySince === since),
      10_000,
    );
    await Promise.all([check(), check(other.app), check(), check(other.app)]);
    await other.stop();
    const restarted = await startRouteTestBed({ found: connectEmbeddedGarden(demo.embedded) });
    await vi.waitUntil(() => restarted.app.isReady(), eventuallyTimeoutMs);
    await check(restarted.app);
    await restarted.stop();
    expect((await read("owner-commerce")).notices).toHaveLength(1);
  });

  test("tells nothing of what its owner may not see any more, and hides what it told", async () => {
    await ruleOf("owner-commerce", { unhealthy: 5 });
    await check();
    await breakShoot(minutesAgo(9));
    await check();
    expect((await read("owner-commerce")).notices).toHaveLength(1);
    const giveBack = replaceProjectMembers(demo.embedded, "payments");
    await vi.waitUntil(async () => (await read("owner-commerce")).hidden === 1, eventuallyTimeoutMs);
    await breakShoot(minutesAgo(11));
    await check();
    expect(await read("owner-commerce")).toMatchObject({ notices: [], hidden: 1 });
    giveBack();
  });
});

describe("the garden", () => {
  const asked: string[] = [];
  let answersReviews = true;
  /** The requests of Almanac about watch rules and about the users who own them. */
  const watched = createBreakingTransport(({ method, url: { pathname } }) => {
    const isReview = pathname.endsWith("/subjectaccessreviews");
    if (isReview || pathname.includes("/configmaps")) asked.push(`${method} ${pathname.split("/").at(-1)}`);
    return isReview && !answersReviews;
  });
  const replica = async () => {
    const started = await startRouteTestBed({ found: connectEmbeddedGarden(demo.embedded, watched) });
    await vi.waitUntil(() => started.app.isReady(), eventuallyTimeoutMs);
    return started;
  };

  test("is asked for nothing but the rules as long as nothing has changed", async () => {
    await ruleOf("owner-commerce", { unhealthy: 5, forced: 30, deadEnd: true });
    const other = await replica();
    await check(other.app);
    asked.length = 0;
    await check(other.app);
    await check(other.app);
    await other.stop();
    expect(asked).toEqual(["GET configmaps", "GET configmaps"]);
  });

  test("that does not say what somebody may see makes Almanac say nothing, and later everything once", async () => {
    await ruleOf("owner-commerce", { unhealthy: 5 });
    const other = await replica();
    await check(other.app);
    answersReviews = false;
    const since = minutesAgo(14);
    await breakShoot(since);
    const scope = { all: true, namespaces: new Set<string>() };
    await vi.waitUntil(
      () => other.app.fleet.store.rows(scope).some((row) => row.unhealthySince === since),
      eventuallyTimeoutMs,
    );
    await check(other.app);
    expect((await read("owner-commerce")).notices).toEqual([]);
    expect(other.log.join("")).toContain("they are tried again");
    answersReviews = true;
    await check(other.app);
    await other.stop();
    expect((await read("owner-commerce")).notices).toHaveLength(1);
  });
});

test("a rule of one's own is seen and changed by nobody else, and by an older look of one's own neither", async () => {
  const rule = await ruleOf("owner-commerce", { unhealthy: 5 });
  expect((await read("operator")).rules).toEqual([]);
  const remove = { kind: "delete", id: rule.id, seen: rule.at } as const;
  expect(await problemIn(await change("operator", remove))).toMatchObject({ status: 409 });
  const off = { kind: "change", id: rule.id, seen: rule.at, off: true } as const;
  expect((await change("owner-commerce", { ...off, name: "Renamed" })).status).toBe(200);
  expect(await problemIn(await change("owner-commerce", remove))).toMatchObject({ status: 409 });
  const [changed] = (await read("owner-commerce")).rules;
  expect(changed).toMatchObject({ name: "Renamed", off: true });
  expect((await change("owner-commerce", { ...remove, seen: changed?.at ?? "" })).status).toBe(200);
  expect((await read("owner-commerce")).rules).toEqual([]);
});

test("a rule that is off tells nothing, and when it is on again nothing of what came meanwhile", async () => {
  const rule = await ruleOf("owner-commerce", { unhealthy: 5 });
  await change("owner-commerce", { kind: "change", id: rule.id, seen: rule.at, off: true });
  await breakShoot(minutesAgo(12));
  await check();
  const [off] = (await read("owner-commerce")).rules;
  await change("owner-commerce", { kind: "change", id: rule.id, seen: off?.at ?? "", off: false });
  await check();
  expect((await read("owner-commerce")).notices).toEqual([]);
  await breakShoot(minutesAgo(13));
  await check();
  expect((await read("owner-commerce")).notices).toHaveLength(1);
});

test("what somebody else asks of a cluster is told, what its watcher asks is not", async () => {
  const { metadata } = someShoot();
  const { uid = "" } = metadata;
  const subject = { kind: "cluster", project: "payments", name: metadata.name };
  await ruleOf("owner-commerce", { others: true }, subject);
  await ruleOf("operator", { others: true }, subject);
  const { name } = await demo.app.reviews.identityOf(tokenOfDemoUser(demo.embedded, "operator"));
  await demo.app.ruleWatch?.noteOwnAct(name, uid);
  const lastInitiationTime = minutesAgo(0);
  const rotation = { serviceAccountKey: { phase: "Preparing", lastInitiationTime } };
  const target = { ...payments, name: metadata.name, subresource: "status" } as const;
  demo.embedded.api.patch(target, { status: { credentials: { rotation } } });
  await vi.waitUntil(() => rowOf(uid)?.rotations !== undefined, eventuallyTimeoutMs);
  await check();
  expect((await read("owner-commerce")).notices).toMatchObject([
    { event: "others", lines: [{ name: metadata.name, what: "Rotation started: ServiceAccount signing key" }] },
  ]);
  expect((await read("operator")).notices).toEqual([]);
});

test("an operation that somebody else asks for is told once it begins, although its annotation is gone at once", async () => {
  const { metadata } = someShoot();
  const target = { ...payments, name: metadata.name };
  const hour = (ahead: number) => String((new Date(demo.app.now()).getUTCHours() + ahead) % 24).padStart(2, "0");
  const timeWindow = { begin: `${hour(6)}0000+0000`, end: `${hour(8)}0000+0000` };
  demo.embedded.api.patch(target, { spec: { maintenance: { timeWindow } } });
  const begin = async () => {
    const generation = demo.embedded.api.get<Shoot>(target)?.metadata.generation ?? 0;
    const lastOperation = { type: "Reconcile", state: "Processing", lastUpdateTime: minutesAgo(0) };
    demo.embedded.api.patch(
      { ...target, subresource: "status" },
      { status: { observedGeneration: generation, lastOperation } },
    );
    await vi.waitUntil(
      () => rowOf(metadata.uid)?.shootGeneration === generation && rowOf(metadata.uid)?.observed,
      10_000,
    );
  };
  await begin();
  await ruleOf("owner-commerce", { others: true }, { kind: "cluster", project: "payments", name: metadata.name });
  await check();
  for (const told of [1, 2]) {
    demo.embedded.api.patch(target, { metadata: { annotations: { "gardener.cloud/operation": "reconcile" } } });
    await begin();
    expect(rowOf(metadata.uid)?.pendingOperation).toBeUndefined();
    await check();
    expect((await read("owner-commerce")).notices).toHaveLength(told);
  }
  expect((await read("owner-commerce")).notices[0]?.lines).toMatchObject([
    { what: "Somebody changed it or requested an operation: Reconcile began" },
  ]);
});

test("what somebody asks of a replica that has not heard of their new rule is no news to them either", async () => {
  const cluster = { ...payments, name: "acquiring" };
  const { uid = "" } = demo.embedded.api.get<Shoot>(cluster)?.metadata ?? {};
  const other = await startRouteTestBed({ found: connectEmbeddedGarden(demo.embedded) });
  await vi.waitUntil(() => other.app.isReady(), eventuallyTimeoutMs);
  await check(other.app);
  setTestApplication(demo.app);
  const subject = { kind: "cluster", project: "payments", name: cluster.name };
  await ruleOf("operator", { others: true }, subject);
  await ruleOf("owner-commerce", { others: true }, subject);
  const { name } = await other.app.reviews.identityOf(tokenOfDemoUser(demo.embedded, "operator"));
  await other.app.ruleWatch?.noteOwnAct(name, uid);
  await other.stop();
  const rotation = { etcdEncryptionKey: { phase: "Preparing", lastInitiationTime: minutesAgo(0) } };
  demo.embedded.api.patch({ ...cluster, subresource: "status" }, { status: { credentials: { rotation } } });
  await vi.waitUntil(
    () => rowOf(uid)?.rotations?.some(({ family }) => family === "etcdEncryptionKey"),
    eventuallyTimeoutMs,
  );
  await check();
  expect((await read("owner-commerce")).notices).toHaveLength(1);
  expect((await read("operator")).notices).toEqual([]);
});

test("no more rules are kept than may be", async () => {
  await ruleOf("viewer", { deadEnd: true });
  const kept = keptRules();
  const [rule] = (await read("viewer")).rules;
  const rules = Array.from({ length: noticeLimits.rules }, (_, at) => ({ ...rule, id: `r${at}` }));
  const name = kept?.metadata.name ?? "";
  demo.embedded.api.patch(
    { ...ownConfigMapsTarget, name },
    { data: { rules: JSON.stringify({ owner: ownerIn(kept), rules }) } },
  );
  const more = { kind: "save", name: "more", subject: anyOfPayments, events: { deadEnd: true } } as const;
  expect(await problemIn(await change("viewer", more))).toMatchObject({ status: 409, reason: "conflict" });
});

test.each(["{", "[]", '{"rules":[]}', JSON.stringify({ owner: { name: "somebody", groups: [] }, rules: [] })])(
  "rules of a form that is not known are said to be so, and are not written over: %s",
  async (rules) => {
    await ruleOf("owner-commerce", { deadEnd: true });
    const target = { ...ownConfigMapsTarget, name: keptRules()?.metadata.name ?? "" };
    demo.embedded.api.patch(target, { data: { rules } });
    expect((await read("owner-commerce")).unavailable).toMatch(/form that this Almanac does not know/);
    const more = { kind: "save", name: "more", subject: anyOfPayments, events: { deadEnd: true } } as const;
    expect(await problemIn(await change("owner-commerce", more))).toMatchObject({ status: 409 });
    expect(demo.embedded.api.get(target)).toMatchObject({ data: { rules } });
  },
);

test.each<[string, unknown]>([
  ["no event", { events: {} }],
  ["too few minutes", { events: { unhealthy: 4 } }],
  ["too many days", { events: { forced: 181 } }],
  ["an unknown event", { events: { deadEnd: true, weather: true } }],
  ["an address that leads away", { subject: { kind: "view", address: "//evil.example" } }],
  ["a cluster that is none", { subject: { kind: "cluster", project: "../x", name: "a" } }],
  ["no name", { name: "  " }],
])("%s is refused before the garden is asked", async (_what, differs) => {
  const body = { kind: "save", name: "n", subject: anyOfPayments, events: { deadEnd: true }, ...Object(differs) };
  expect(await problemIn(await change("operator", body))).toMatchObject({ status: 400, reason: "invalid-request" });
  expect(demo.embedded.api.list(ownConfigMapsTarget)).toEqual([]);
});

test("S21: a change leaves one line without the words that were written", async () => {
  const before = demo.log.length;
  await ruleOf("owner-commerce", { deadEnd: true });
  const lines = demo.log.slice(before).filter((line) => line.includes('"audit":"watch-rule"'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain("Payments");
});
