import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DELETE as apiDelete, GET as apiGet, POST as apiPost } from "#app/api/[[...path]]/route.ts";
import { GET as getOperations, POST as postOperation } from "#app/api/clusters/[project]/[name]/operations/route.ts";
import { GET as getCluster } from "#app/api/clusters/[project]/[name]/route.ts";
import { GET as getYaml } from "#app/api/clusters/[project]/[name]/yaml/route.ts";
import { GET as getFleet, POST as postFleet } from "#app/api/fleet/route.ts";
import { GET as getSession, POST as postSession } from "#app/api/session/route.ts";
import { GET as getStream, HEAD as headStream } from "#app/api/stream/route.ts";
import { hostileStrings } from "#server/testing/fuzz/hostile-strings.ts";
import { recordingTransport } from "#server/testing/recording-transport.ts";
import {
  createSessionCookie,
  createTransportGarden,
  pageRequest,
  problemIn,
  type RouteTestBed,
  startRouteTestBed,
} from "#server/testing/route-test-bed.ts";
import type { RouteHandler } from "./create-handler.ts";

const transport = recordingTransport();
let world: RouteTestBed;
let cookie: string;

beforeAll(async () => {
  world = await startRouteTestBed({ found: createTransportGarden(transport) });
  cookie = await createSessionCookie(world.app);
});
beforeEach(() => {
  transport.requests.length = 0;
});
afterAll(() => world.stop());

const at = (project: string, name: string) => ({ params: Promise.resolve({ project, name }) });
const reconcile = { kind: "operation", id: "reconcile", when: "now" };
const confirmation = { act: reconcile, uid: "u1", resourceVersion: "1", previewHash: "A".repeat(43) };
const good = JSON.stringify(confirmation);
/** A confirmation request with one invalid part. */
const but = (differs: object) => JSON.stringify({ ...confirmation, ...differs });
const withAct = (differs: object) => but({ act: { ...reconcile, ...differs } });

const badNames = [...hostileStrings.filter((text) => !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(text)), "a".repeat(254)];

describe("S09: a name that is no name never reaches the garden", () => {
  test.each(badNames)("%j", async (name) => {
    const calls: [RouteHandler, Request][] = [
      [getCluster, pageRequest("/api/clusters/x/y", { cookie })],
      [getYaml, pageRequest("/api/clusters/x/y/yaml", { cookie })],
      [postOperation, pageRequest("/api/clusters/x/y/operations", { method: "POST", cookie, body: good })],
    ];
    for (const [route, request] of calls) {
      expect((await problemIn(await route(request.clone(), at(name, "ok")))).status).toBe(400);
      expect((await problemIn(await route(request, at("ok", name)))).status).toBe(400);
    }
    expect(transport.requests).toEqual([]);
  });

  test("a project's name is a label: no dots, at most 63 characters", async () => {
    for (const project of ["a.b", "a".repeat(64)]) {
      expect((await problemIn(await getCluster(pageRequest("/", { cookie }), at(project, "ok")))).status).toBe(400);
    }
    expect(transport.requests).toEqual([]);
  });
});

describe("a body that is no confirmed act never reaches the garden", () => {
  test.each([
    "",
    "null",
    "[]",
    "1",
    "{}",
    '{"operation":"reconcile","uid":"u1","resourceVersion":"1"}',
    JSON.stringify({ act: reconcile }),
    but({ uid: "" }),
    but({ resourceVersion: "01" }),
    but({ resourceVersion: "-1" }),
    but({ resourceVersion: 1 }),
    but({ previewHash: "" }),
    but({ previewHash: "A".repeat(43).replace("A", "/") }),
    but({ extra: 1 }),
    but({ act: "reconcile" }),
    withAct({ kind: "create" }),
    withAct({ id: "Reconcile;delete" }),
    withAct({ when: "later" }),
    withAct({ pools: [] }),
    withAct({ pools: [""] }),
    withAct({ extra: 1 }),
    but({ act: { kind: "change", about: "everything", patch: {} } }),
    but({ act: { kind: "change", about: "manifest", patch: { status: {} } } }),
    but({ act: { kind: "change", about: "manifest", patch: { metadata: { finalizers: null } } } }),
    but({ act: { kind: "change", about: "manifest", patch: { metadata: { labels: { a: 1 } } } } }),
    but({ act: { kind: "delete", force: true } }),
    `${good}x`,
    `\uFEFF\uFEFF${good}`,
    good.replace('"1"', "1e400"),
  ])("%j", async (body) => {
    // Uses a separate session, because the number of requests per session is limited.
    const another = await createSessionCookie(world.app, { id: "s2" });
    const response = await postOperation(pageRequest("/", { method: "POST", cookie: another, body }), at("p", "n"));
    expect(await problemIn(response)).toMatchObject({ status: 400, reason: "invalid-request" });
    expect(transport.requests).toEqual([]);
  });
});

describe("S02: a token that is none", () => {
  const signIn = (body: object | string) =>
    postSession(
      pageRequest("/api/session", { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) }),
    );

  test.each<[string, object | string, number]>([
    ["with a line break", { method: "token", token: "abc\ndef" }, 400],
    ["with a blank", { method: "token", token: "abc def" }, 400],
    ["of blanks", { method: "token", token: "   " }, 400],
    ["empty", { method: "token", token: "" }, 400],
    ["of 17 KiB", { method: "token", token: "a".repeat(17 * 1024) }, 413],
    ["of 1 MB", { method: "token", token: "a".repeat(1_000_000) }, 413],
    ["a demo identity where there is no demo", { method: "demo", identity: "operator" }, 400],
    ["an unknown method", { method: "password", user: "a", password: "b" }, 400],
  ])("%s is refused without asking the garden", async (_name, body, status) => {
    const response = await signIn(body);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect((await problemIn(response)).status).toBe(status);
    expect(transport.requests).toEqual([]);
  });

  test("one that the garden refuses gives no session, and stays out of the log", async () => {
    const response = await signIn({ method: "token", token: "garbage-canary" });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await problemIn(response)).toMatchObject({ status: 401, reason: "not-signed-in" });
    expect(world.log.join("")).toContain('"audit":"sign-in"');
    expect(world.log.join("")).not.toContain("garbage-canary");
  });
});

describe("S10: no header of the browser reaches the garden", () => {
  test("whatever it sends", async () => {
    const headers = {
      authorization: "Bearer stolen",
      "impersonate-user": "system:admin",
      "impersonate-group": "system:masters",
      "impersonate-extra-x": "y",
      "x-remote-user": "root",
      "x-forwarded-for": "1.2.3.4",
      "x-forwarded-host": "evil",
      connection: "authorization",
    };
    await getCluster(pageRequest("/", { cookie, headers }), at("p", "n"));
    expect(transport.requests.length).toBeGreaterThan(0);
    for (const request of transport.requests) {
      const names = Object.keys(request.headers).sort();
      expect(names.filter((name) => !["accept", "authorization", "content-type", "user-agent"].includes(name))).toEqual(
        [],
      );
      expect(request.headers.authorization).toBe("Bearer live-token-canary");
    }
  });
});

describe("S30: every route checks the session itself", () => {
  const routes: [string, RouteHandler, string][] = [
    ["fleet", getFleet, "GET"],
    ["stream", getStream, "GET"],
    ["session", getSession, "GET"],
    ["cluster", getCluster, "GET"],
    ["yaml", getYaml, "GET"],
    ["operations", postOperation, "POST"],
  ];

  test.each(routes)("%s", async (_name, route, method) => {
    const asking = method === "POST" ? { method, body: good } : { method };
    const expired = await createSessionCookie(world.app, { expiresAt: world.app.now() - 1 });
    const tampered = cookie.replace(/.{5}$/, "AAAAA");
    for (const [bad, reason] of [
      [undefined, "not-signed-in"],
      [expired, "session-expired"],
      [tampered, "session-expired"],
    ] as const) {
      const headers = { "x-middleware-subrequest": "proxy:proxy:proxy" };
      const request = pageRequest("/api/x?_rsc=1", {
        ...asking,
        headers,
        ...(bad === undefined ? {} : { cookie: bad }),
      });
      expect(await problemIn(await route(request, at("p", "n")))).toMatchObject({ status: 401, reason });
    }
    expect(transport.requests).toEqual([]);
  });
});

describe("what is not there says so", () => {
  test("an unknown path", async () => {
    expect(await problemIn(await apiGet(pageRequest("/api/nothing/here")))).toMatchObject({
      status: 404,
      reason: "not-found",
    });
    expect((await problemIn(await apiPost(pageRequest("/api/x", { method: "POST" })))).status).toBe(404);
    expect((await problemIn(await apiDelete(pageRequest("/api/x", { method: "DELETE" })))).status).toBe(404);
  });

  test("another method names those that there are", async () => {
    const refused = await postFleet(pageRequest("/api/fleet", { method: "POST", cookie, body: "{}" }));
    expect(refused.headers.get("allow")).toBe("GET, HEAD");
    expect(await problemIn(refused)).toMatchObject({ status: 405, reason: "method-not-allowed" });
    expect((await getOperations(pageRequest("/", { cookie }), at("p", "n"))).headers.get("allow")).toBe("POST");
  });

  test("HEAD opens no stream", async () => {
    expect((await headStream(pageRequest("/api/stream", { method: "HEAD", cookie }))).status).toBe(405);
    expect(world.app.streams.size).toBe(0);
  });
});

test("S32: what went wrong upstream is said without stack, address or header", async () => {
  const response = await getCluster(pageRequest("/", { cookie }), at("p", "n"));
  const text = await response.clone().text();
  expect(await problemIn(response)).toMatchObject({ reason: "session-expired" });
  expect(text).not.toMatch(/garden\.invalid|node_modules|at \w+ \(|Bearer|canary/);
});
