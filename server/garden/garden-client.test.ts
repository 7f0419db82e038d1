import { describe, expect, test } from "vitest";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { projects, shoots } from "#lib/kube/resource.ts";
import { hostileStrings } from "#server/testing/fuzz/hostile-strings.ts";
import { createGardenClient } from "./garden-client.ts";
import { GardenError } from "./garden-error.ts";
import { createRequestSender } from "./request-sender.ts";
import type { Transport, TransportRequest, TransportResponse } from "./transport.ts";

const shoot = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Shoot",
  metadata: { name: "web", namespace: "garden-a" },
};
const target: ObjectTarget = { resource: shoots, namespace: "garden-a", name: "web" };

function answer(status: number, body: unknown, headers: TransportResponse["headers"] = {}): TransportResponse {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: (async function* () {
      yield Buffer.from(text);
    })(),
  };
}

function clientOver(respond: (request: TransportRequest) => TransportResponse | Promise<TransportResponse>) {
  const requests: TransportRequest[] = [];
  const deadlines: { ms: number; expire: () => void }[] = [];
  const transport: Transport = {
    async send(request) {
      requests.push(request);
      return respond(request);
    },
    async close() {},
  };
  const sender = createRequestSender("https://garden.example/prefix", transport, {
    deadlineSignal(ms) {
      const controller = new AbortController();
      deadlines.push({ ms, expire: () => controller.abort() });
      return controller.signal;
    },
    pause: async () => {},
    random: () => 0,
  });
  return { client: createGardenClient(sender, async () => ({ token: "secret-token" })), requests, deadlines };
}

async function faultOf(promise: Promise<unknown>): Promise<GardenError> {
  const fault: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(fault instanceof GardenError)) throw new Error(`expected a GardenError, got ${String(fault)}`);
  return fault;
}

/** A fake transport that never answers, and fails when its signal is aborted, as undici does. */
function silence({ signal }: TransportRequest): Promise<TransportResponse> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

describe("requests", () => {
  test("outbound headers are built from nothing", async () => {
    const { client, requests } = clientOver(() => answer(200, shoot));
    await client.get(target);
    expect(requests[0]?.headers).toEqual({
      accept: "application/json",
      authorization: "Bearer secret-token",
      "user-agent": "almanac",
    });
  });

  test("a path keeps the server's prefix", async () => {
    const { client, requests } = clientOver(() => answer(200, shoot));
    await client.get(target);
    expect(requests[0]?.url.href).toBe(
      "https://garden.example/prefix/apis/core.gardener.cloud/v1beta1/namespaces/garden-a/shoots/web",
    );
  });

  test("a patch is a merge patch bound to a version, under our field manager", async () => {
    const { client, requests } = clientOver(() => answer(200, shoot));
    await client.patch(target, { metadata: { resourceVersion: "7", annotations: { a: "b" } } }, { dryRun: true });
    const request = requests[0];
    expect(request?.method).toBe("PATCH");
    expect(request?.headers["content-type"]).toBe("application/merge-patch+json");
    expect(request?.url.search).toBe("?fieldManager=almanac&dryRun=All");
    expect(request?.body).toBe('{"metadata":{"resourceVersion":"7","annotations":{"a":"b"}}}');
  });

  test("a delete names the object it means by uid and version", async () => {
    const { client, requests } = clientOver(() => answer(200, { kind: "Status", apiVersion: "v1", status: "Success" }));
    await client.delete(target, { uid: "u", resourceVersion: "7" });
    expect(JSON.parse(requests[0]?.body ?? "")).toMatchObject({ preconditions: { uid: "u", resourceVersion: "7" } });
  });

  test("a dry run of a delete is said in its body, because the API server does not read the query beside one", async () => {
    const { client, requests } = clientOver(() => answer(200, shoot));
    await client.delete(target, { uid: "u", dryRun: true });
    expect(JSON.parse(requests[0]?.body ?? "")).toMatchObject({ dryRun: ["All"] });
    expect(requests[0]?.url.search).toBe("");
  });

  test("a watch asks for what its options say and sets no header deadline", async () => {
    const { client, requests } = clientOver(() => answer(200, ""));
    await client.watch(
      { resource: projects },
      { resourceVersion: "5", sendInitialEvents: true, allowWatchBookmarks: true, timeoutSeconds: 400 },
    );
    expect(Object.fromEntries(requests[0]?.url.searchParams ?? [])).toEqual({
      watch: "true",
      resourceVersion: "5",
      timeoutSeconds: "400",
      allowWatchBookmarks: "true",
      sendInitialEvents: "true",
      resourceVersionMatch: "NotOlderThan",
    });
    expect(requests[0]?.headersTimeoutMs).toBeUndefined();
  });

  test("the index of the OpenAPI is read, though a garden calls it text/plain", async () => {
    const path = "apis/core.gardener.cloud/v1beta1";
    const index = { paths: { [path]: { serverRelativeURL: `/openapi/v3/${path}?hash=2A5A` } } };
    const { client } = clientOver(() => answer(200, index, { "content-type": "text/plain; charset=utf-8" }));
    expect((await client.raw(["openapi", "v3"])).body).toEqual(index);
  });

  test("a fixed path that holds no JSON is a bad answer, and not the garden's word", async () => {
    const { client } = clientOver(() => answer(200, "<html>", { "content-type": "text/html" }));
    expect((await faultOf(client.raw(["version"]))).reason).toBe("bad-answer");
  });

  test("a selected field's value cannot add a term of its own", async () => {
    const list = { kind: "ShootList", apiVersion: shoot.apiVersion, metadata: {}, items: [] };
    const { client, requests } = clientOver(() => answer(200, list));
    await client.list(
      { resource: shoots },
      { fields: { "spec.seedName": "a,metadata.name=b\\", "metadata.name": "c" } },
    );
    expect(requests[0]?.url.searchParams.get("fieldSelector")).toBe(
      "spec.seedName=a\\,metadata.name\\=b\\\\,metadata.name=c",
    );
  });

  const strange = ["", ".", "..", "-a", "a-", "a..b", "a.", ".a", "\u200b", "ａ", "x".repeat(254)];
  const hostile = [...strange, ...hostileStrings.filter((text) => /[^a-z0-9.-]/.test(text))];
  test.each(hostile)("the name or namespace %j makes no request", async (text) => {
    const { client, requests } = clientOver(() => answer(200, shoot));
    expect((await faultOf(client.get({ ...target, name: text }))).reason).toBe("bad-request");
    expect((await faultOf(client.get({ ...target, namespace: text }))).reason).toBe("bad-request");
    expect((await faultOf(client.list({ resource: shoots, namespace: text }))).reason).toBe("bad-request");
    expect((await faultOf(client.watch({ resource: { ...shoots, plural: text } }, {}))).reason).toBe("bad-request");
    expect((await faultOf(client.raw(["openapi", text]))).reason).toBe("bad-request");
    expect(requests).toEqual([]);
  });

  test("a namespace is at most 63 characters long", async () => {
    const { client, requests } = clientOver(() => answer(200, shoot));
    expect((await faultOf(client.get({ ...target, namespace: "x".repeat(64) }))).reason).toBe("bad-request");
    expect(requests).toEqual([]);
  });
});

describe("answers", () => {
  test("warnings are handed on", async () => {
    const warning = ['299 - "first, with \\"quotes\\"", 299 - "second"', '199 - "no advice of the API server"'];
    const { client } = clientOver(() => answer(200, shoot, { warning }));
    expect((await client.get(target)).warnings).toEqual(['first, with "quotes"', "second"]);
  });

  test("a list hands on its version, its continue token, and null items as none", async () => {
    const list = {
      kind: "ShootList",
      apiVersion: shoot.apiVersion,
      metadata: { resourceVersion: "9", continue: "c", remainingItemCount: 7 },
      items: null,
    };
    const { client } = clientOver(() => answer(200, list));
    const { body } = await client.list({ resource: shoots }, { limit: 500 });
    expect(body.items).toEqual([]);
    expect(body.metadata).toEqual({ resourceVersion: "9", continue: "c", remainingItemCount: 7 });
  });

  const strange: readonly [string, () => TransportResponse][] = [
    ["a page of HTML", () => answer(200, "<html>", { "content-type": "text/html" })],
    ["JSON that breaks off", () => answer(200, '{"kind":"Sho')],
    ["a number", () => answer(200, 7)],
    ["an object without a name", () => answer(200, { kind: "Shoot", metadata: {} })],
    ["a redirect", () => answer(302, "", { location: "https://evil.example/" })],
    ["more than the limit", () => answer(200, `"${"x".repeat(9 * 1024 * 1024)}"`)],
  ];
  test.each(strange)("%s is a bad answer", async (_, respond) => {
    const { client, requests } = clientOver(respond);
    expect((await faultOf(client.get(target))).reason).toBe("bad-answer");
    expect(requests).toHaveLength(1);
  });

  test.each([
    ["a Table", { kind: "Table", apiVersion: "meta.k8s.io/v1", metadata: {}, rows: [] }],
    ["a list of another kind", { kind: "ProjectList", apiVersion: shoot.apiVersion, metadata: {}, items: [] }],
    ["a list of another version", { kind: "ShootList", apiVersion: "v1", metadata: {}, items: [] }],
    ["a list whose items are no array", { kind: "ShootList", apiVersion: shoot.apiVersion, metadata: {}, items: {} }],
  ])("%s is no list of Shoots", async (_, body) => {
    const { client } = clientOver(() => answer(200, body));
    expect((await faultOf(client.list({ resource: shoots }))).reason).toBe("bad-answer");
  });
});

describe("errors", () => {
  const status = (code: number, reason: string, details = {}) =>
    answer(code, { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message: "why", details });

  test.each([
    [400, "BadRequest", "bad-request"],
    [401, "Unauthorized", "unauthorized"],
    [403, "Forbidden", "forbidden"],
    [404, "NotFound", "not-found"],
    [405, "MethodNotAllowed", "method-not-allowed"],
    [406, "NotAcceptable", "not-acceptable"],
    [409, "Conflict", "conflict"],
    [409, "AlreadyExists", "already-exists"],
    [410, "Gone", "expired"],
    [410, "Expired", "expired"],
    [413, "RequestEntityTooLarge", "request-too-large"],
    [415, "UnsupportedMediaType", "unsupported-media-type"],
    [422, "Invalid", "invalid"],
    [429, "TooManyRequests", "too-many-requests"],
    [500, "InternalError", "internal"],
    [500, "ServerTimeout", "timeout"],
    [503, "ServiceUnavailable", "unavailable"],
    [504, "Timeout", "timeout"],
    [418, "ReasonFromTheFuture", "bad-request"],
    [403, "__proto__", "forbidden"],
  ])("%i %s is %s", async (code, reason, expected) => {
    const { client } = clientOver(() => status(code, reason));
    const fault = await faultOf(client.get(target));
    expect(fault).toMatchObject({ reason: expected, status: code, gardenMessage: "why" });
  });

  test("504 with the cause ResourceVersionTooLarge is version-too-large", async () => {
    const { client } = clientOver(() => status(504, "Timeout", { causes: [{ reason: "ResourceVersionTooLarge" }] }));
    expect((await faultOf(client.list({ resource: shoots }))).reason).toBe("version-too-large");
  });

  test("a refusal names the fields", async () => {
    const causes = [{ reason: "FieldValueInvalid", message: "no", field: "spec.kubernetes.version" }];
    const { client } = clientOver(() => status(422, "Invalid", { causes }));
    expect((await faultOf(client.get(target))).causes).toEqual(causes);
  });

  test("Retry-After counts, in the header or in the Status", async () => {
    const header = clientOver(() => answer(429, "slow down", { "retry-after": "7", "content-type": "text/plain" }));
    expect(await faultOf(header.client.get(target))).toMatchObject({
      reason: "too-many-requests",
      retryAfterSeconds: 7,
    });
    const body = clientOver(() => status(429, "TooManyRequests", { retryAfterSeconds: 3 }));
    expect((await faultOf(body.client.get(target))).retryAfterSeconds).toBe(3);
  });

  test("a proxy's 502 page is unavailable", async () => {
    const { client } = clientOver(() => answer(502, "<html>", { "content-type": "text/html" }));
    expect((await faultOf(client.get(target))).reason).toBe("unavailable");
  });

  test("a refused connection is unreachable, and its message names no address", async () => {
    const cause = Object.assign(new Error("connect ECONNREFUSED 10.0.0.7:443"), { code: "ECONNREFUSED" });
    const { client } = clientOver(() => Promise.reject(cause));
    const fault = await faultOf(client.get(target));
    expect(fault.reason).toBe("unreachable");
    expect(fault.message).toBe("The garden cannot be reached (ECONNREFUSED)");
    expect(fault.cause).toBe(cause);
  });

  test.each([
    ["a read", 30_000, (call: ReturnType<typeof clientOver>) => call.client.get(target)],
    ["a list", 60_000, (call: ReturnType<typeof clientOver>) => call.client.list({ resource: shoots })],
    [
      "a mutation",
      9_000,
      (call: ReturnType<typeof clientOver>) => call.client.patch(target, { metadata: { resourceVersion: "1" } }),
    ],
  ])("%s that is not answered within %i ms has timed out", async (_, ms, start) => {
    const call = clientOver(silence);
    const fault = faultOf(start(call));
    expect(call.deadlines.map((deadline) => deadline.ms)).toEqual([ms]);
    call.deadlines[0]?.expire();
    expect((await fault).reason).toBe("timeout");
    expect(call.requests[0]?.headersTimeoutMs).toBeLessThanOrEqual(10_000);
  });

  test("a caller that gives up gets aborted, not timeout", async () => {
    const { client } = clientOver(silence);
    const controller = new AbortController();
    const fault = faultOf(client.get<KubeObject>(target, { signal: controller.signal }));
    controller.abort();
    expect((await fault).reason).toBe("aborted");
  });

  test("a call whose caller has already given up is not sent", async () => {
    const { client, requests } = clientOver(() => answer(200, shoot));
    expect((await faultOf(client.get(target, { signal: AbortSignal.abort() }))).reason).toBe("aborted");
    expect(requests).toEqual([]);
  });
});

test("metadata of a collection are taken as the API server calls them, and as nothing else", async () => {
  const page = (kind: string, apiVersion: string) => ({ kind, apiVersion, metadata: {}, items: [shoot] });
  const good = clientOver(() => answer(200, page("PartialObjectMetadataList", "meta.k8s.io/v1"))).client;
  expect((await good.listMetadata({ resource: shoots })).items).toHaveLength(1);
  const bad = clientOver(() => answer(200, page("ShootList", "core.gardener.cloud/v1beta1"))).client;
  expect((await faultOf(bad.listMetadata({ resource: shoots }))).reason).toBe("bad-answer");
});

test("an answer that is larger than the caller wants is refused", async () => {
  const { client } = clientOver(() => answer(200, { ...shoot, spec: "x".repeat(1_000) }));
  expect((await client.get(target)).body.metadata.name).toBe("web");
  expect((await faultOf(client.get(target, { limitBytes: 1_000 }))).message).toMatch(/larger than 1000 bytes/);
});
