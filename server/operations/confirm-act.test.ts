import { afterEach, describe, expect, test } from "vitest";
import { POST as postOperation } from "#app/api/clusters/[project]/[name]/operations/route.ts";
import { POST as postPreview } from "#app/api/clusters/[project]/[name]/preview/route.ts";
import { type Act, actPreviewSchema, confirmActResponseSchema } from "#lib/contract/act.ts";
import type { TransportRequest } from "#server/garden/transport.ts";
import {
  type RecordedRequest,
  type RecordedResponse,
  recordingTransport,
} from "#server/testing/recording-transport.ts";
import {
  createSessionCookie,
  createTransportGarden,
  pageRequest,
  problemIn,
  type RouteTestBed,
  startRouteTestBed,
} from "#server/testing/route-test-bed.ts";

let world: RouteTestBed | undefined;
afterEach(stopWorld);

async function stopWorld(): Promise<void> {
  await world?.stop();
  world = undefined;
}

const shoot = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Shoot",
  metadata: { name: "prod", namespace: "garden-p", uid: "u1", resourceVersion: "7", generation: 2 },
  spec: { kubernetes: { version: "1.33.1" }, provider: { type: "x" } },
  status: { observedGeneration: 2, lastOperation: { type: "Reconcile", state: "Succeeded", progress: 100 } },
};

const deletedStatus = { kind: "Status", apiVersion: "v1", status: "Success" };
const confirming = { "confirmation.gardener.cloud/deletion": "true" };
const isWrite = ({ method, path }: RecordedRequest) => /^(PATCH|DELETE|PUT)$/.test(method) && !path.includes("dryRun");
const triesDelete = ({ body }: RecordedRequest) => body?.includes('"dryRun":["All"]') === true;

const project = (dualApprovalForDeletion: readonly object[]) => {
  return { kind: "Project", metadata: { name: "p" }, spec: { namespace: "garden-p", dualApprovalForDeletion } };
};

interface Given {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly metadata?: object;
  readonly act?: Act;
  readonly patch?: RecordedResponse;
  readonly delete?: RecordedResponse;
  /** Changes of the Shoot between preview and confirmation. */
  readonly meanwhile?: object;
  readonly hash?: string;
  /** The part of the project that requires a second person to confirm deletions. */
  readonly approval?: readonly object[];
  readonly env?: Readonly<Record<string, string>>;
  /** What happens to the connection during the write. */
  readonly break?: (request: TransportRequest) => void;
}

const reconcile: Act = { kind: "operation", id: "reconcile", when: "now" };

/** A fake garden with one Shoot, in which a user previews and confirms an action. */
async function act(given: Given) {
  const { annotations, metadata, act: wanted = reconcile } = given;
  const current = { ...shoot, metadata: { ...shoot.metadata, ...metadata, ...(annotations && { annotations }) } };
  let confirming = false;
  const answers = (request: RecordedRequest): RecordedResponse | undefined => {
    const { method, path } = request;
    if (path.includes("selfsubjectreviews")) {
      return { status: 201, body: { kind: "SelfSubjectReview", status: { userInfo: { username: "ada" } } } };
    }
    if (path.includes("selfsubjectaccessreviews")) {
      return { status: 201, body: { kind: "SelfSubjectAccessReview", status: { allowed: true } } };
    }
    if (method === "GET" && path.includes("/projects/")) return { status: 200, body: project(given.approval ?? []) };
    const written = { ...current, metadata: { ...current.metadata, resourceVersion: "8", generation: 3 } };
    if (method === "PATCH") return (confirming ? given.patch : undefined) ?? { status: 200, body: written };
    if (method === "DELETE") return (confirming ? given.delete : undefined) ?? { status: 200, body: deletedStatus };
    return { status: 200, body: confirming && given.meanwhile ? { ...current, ...given.meanwhile } : current };
  };
  const recording = recordingTransport(answers);
  const transport = {
    ...recording,
    requests: recording.requests,
    async send(request: TransportRequest) {
      const answer = await recording.send(request);
      if (confirming && /^(PATCH|DELETE)$/.test(request.method)) given.break?.(request);
      return answer;
    },
  };
  await stopWorld();
  world = await startRouteTestBed({ found: createTransportGarden(transport), ...(given.env && { env: given.env }) });
  const cookie = await createSessionCookie(world.app);
  const context = () => ({ params: Promise.resolve({ project: "p", name: "prod" }) });
  const looking = pageRequest("/", { method: "POST", cookie, body: JSON.stringify({ act: wanted }) });
  const preview = actPreviewSchema.parse(await (await postPreview(looking, context())).json());
  const tried = recording.requests.filter((request) => isWrite(request) && !triesDelete(request)).length;
  confirming = true;
  const { uid, resourceVersion, hash } = preview;
  const body = { act: wanted, uid, resourceVersion, previewHash: given.hash ?? hash };
  const response = await postOperation(
    pageRequest("/", { method: "POST", cookie, body: JSON.stringify(body) }),
    context(),
  );
  const writes = recording.requests.filter(isWrite);
  const written = writes.map(({ method, body: text }): unknown => [method, JSON.parse(text ?? "null")]);
  return { preview, tried, response, writes, written, log: world.log };
}

const annotate = (key: string, value: string | null) => [
  "PATCH",
  { metadata: { uid: "u1", resourceVersion: "7", annotations: { [key]: value } } },
];

test("where the project wants two people, whoever confirmed a deletion is told that another has to delete", async () => {
  const approval = [{ resource: "shoots", selector: {} }];
  const { preview } = await act({ act: { kind: "delete" }, approval });
  expect(preview).toMatchObject({ decision: "deny", reasons: [{ id: "dual-approval" }] });
  const byAnother = { ...confirming, "deletion.gardener.cloud/confirmed-by": "bob" };
  expect((await act({ act: { kind: "delete" }, approval, annotations: byAnother })).preview.decision).toBe("allow");
});

describe("what is sent", () => {
  test("the request carries uid, version and the annotation, and nothing else", async () => {
    const { response, tried, writes, written } = await act({});
    expect(response.status).toBe(202);
    expect(tried).toBe(0);
    expect(writes[0]).toMatchObject({
      path: "/apis/core.gardener.cloud/v1beta1/namespaces/garden-p/shoots/prod?fieldManager=almanac",
      headers: { "content-type": "application/merge-patch+json", authorization: "Bearer live-token-canary" },
    });
    expect(written).toEqual([annotate("gardener.cloud/operation", "reconcile")]);
  });

  test("what is pending is joined, never overwritten", async () => {
    const { written } = await act({ annotations: { "gardener.cloud/operation": "rotate-ssh-keypair" } });
    expect(written).toEqual([annotate("gardener.cloud/operation", "rotate-ssh-keypair;reconcile")]);
  });

  test("a change is sent as it was given, bound to the version that was shown", async () => {
    const patch = { spec: { hibernation: { enabled: true } }, metadata: { labels: { team: null } } };
    const { written } = await act({ act: { kind: "change", about: "hibernation", patch } });
    const metadata = { labels: { team: null }, uid: "u1", resourceVersion: "7" };
    expect(written).toEqual([["PATCH", { spec: patch.spec, metadata }]]);
  });

  test("a deletion is confirmed, then requested of the version that the confirmation made", async () => {
    const { response, tried, written } = await act({ act: { kind: "delete" } });
    expect(response.status).toBe(202);
    expect(tried).toBe(0);
    const preconditions = { uid: "u1", resourceVersion: "8" };
    expect(written).toMatchObject([
      ["PATCH", { metadata: { uid: "u1", resourceVersion: "7", annotations: confirming } }],
      ["DELETE", { preconditions }],
    ]);
    expect(written[1]).not.toMatchObject(["DELETE", { dryRun: expect.anything() }]);
  });

  test("a confirmed cluster's deletion is tried with the dry run in the body, where the API server looks", async () => {
    const { preview, tried, writes } = await act({ act: { kind: "delete" }, annotations: confirming });
    expect(tried).toBe(0);
    expect(preview.dryRun).toEqual({ verdict: "accepted", causes: [], warnings: [], standing: [] });
    expect(writes.filter(triesDelete)).toHaveLength(1);
  });

  test("what the garden warns of is passed on, with what it stored", async () => {
    const headers = { warning: '299 - "this field is deprecated"' };
    const { response } = await act({ patch: { status: 200, body: shoot, headers } });
    expect(confirmActResponseSchema.parse(await response.json())).toMatchObject({
      warnings: ["this field is deprecated"],
      resourceVersion: "7",
      generation: 2,
    });
  });
});

describe("the way back from a change", () => {
  const asleep: Act = { kind: "change", about: "hibernation", patch: { spec: { hibernation: { enabled: true } } } };
  const awake = { kind: "change", about: "hibernation", patch: { spec: { hibernation: { enabled: null } } } };

  test.each([2, 3])(
    "is answered of the very version that was changed, whether the generation grows or not (%d)",
    async (generation) => {
      const body = { ...shoot, metadata: { ...shoot.metadata, resourceVersion: "8", generation } };
      const { response } = await act({ act: asleep, patch: { status: 200, body } });
      expect(confirmActResponseSchema.parse(await response.json())).toMatchObject({ generation, reverse: awake });
    },
  );

  test("is not there for what cannot be taken back", async () => {
    const { response } = await act({});
    expect(confirmActResponseSchema.parse(await response.json()).reverse).toBeUndefined();
  });
});

describe("only what was shown is done, and only to what was shown", () => {
  test.each<[string, Given, string]>([
    [
      "another version of the cluster",
      { meanwhile: { metadata: { ...shoot.metadata, resourceVersion: "9" } } },
      "has changed",
    ],
    [
      "another cluster of the name",
      { meanwhile: { metadata: { ...shoot.metadata, uid: "u2" } } },
      "deleted and recreated",
    ],
    ["another preview", { hash: "A".repeat(43) }, "not what the preview showed"],
  ])("%s: nothing is written", async (_, given, words) => {
    const { response, writes } = await act(given);
    const problem = await problemIn(response);
    expect(problem).toMatchObject({ status: 409, reason: "conflict" });
    expect(problem.detail).toContain(words);
    expect(writes).toEqual([]);
  });

  test.each(["retry", "maintain"])("%s does not join: it waits for what is pending, and says for what", async (id) => {
    const { preview, response, writes } = await act({
      act: { kind: "operation", id, when: "now" },
      annotations: { "gardener.cloud/operation": "rotate-ssh-keypair" },
    });
    expect(preview).toMatchObject({ decision: "deny", request: [], dryRun: { verdict: "not-run" } });
    const problem = await problemIn(response);
    expect(problem).toMatchObject({ status: 409, reason: "conflict", causes: [{ message: "must-stand-alone" }] });
    expect(problem.detail).toContain("rotate-ssh-keypair");
    expect(writes).toEqual([]);
  });

  test("what the garden would accept to the user's harm is not sent, and the rule is named", async () => {
    const { preview, response, writes } = await act({
      act: { kind: "operation", id: "maintain", when: "now" },
      metadata: { deletionTimestamp: "2026-11-21T10:00:00Z" },
    });
    expect(preview).toMatchObject({ decision: "deny", reasons: [{ id: "deletion" }] });
    expect(await problemIn(response)).toMatchObject({
      status: 422,
      reason: "refused-by-policy",
      causes: [{ field: "act", message: "deletion" }],
    });
    expect(writes).toEqual([]);
  });

  test("in read-only mode a preview is shown and nothing is sent", async () => {
    const { preview, response, writes } = await act({ env: { READ_ONLY: "true" } });
    expect(preview.decision).toBe("allow");
    expect(await problemIn(response)).toMatchObject({ status: 403, reason: "read-only" });
    expect(writes).toEqual([]);
  });
});

const status = (code: number, reason: string, more: object = {}) => ({
  status: code,
  body: { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message: `words of ${reason}`, ...more },
});

describe("each refusal of the garden has its own problem, its words verbatim, and is asked for once", () => {
  test.each<[string, RecordedResponse, object]>([
    ["Forbidden", status(403, "Forbidden"), { status: 403, reason: "forbidden" }],
    ["Conflict", status(409, "Conflict"), { status: 409, reason: "conflict" }],
    [
      "Invalid",
      status(422, "Invalid", { details: { causes: [{ field: "metadata.annotations", message: "not now" }] } }),
      { status: 422, reason: "refused-by-garden", causes: [{ field: "metadata.annotations", message: "not now" }] },
    ],
    [
      "TooManyRequests",
      status(429, "TooManyRequests", { details: { retryAfterSeconds: 7 } }),
      { status: 429, reason: "too-many-requests", retryAfterSeconds: 7 },
    ],
    ["Timeout", status(504, "Timeout"), { status: 504, reason: "garden-timeout" }],
    ["InternalError", status(500, "InternalError"), { status: 502, reason: "garden-failed" }],
    ["ServiceUnavailable", status(503, "ServiceUnavailable"), { status: 503, reason: "garden-unreachable" }],
  ])("%s", async (reason, patch, expected) => {
    const { response, writes } = await act({ patch });
    expect(await problemIn(response)).toMatchObject({ ...expected, gardenMessage: `words of ${reason}` });
    expect(writes).toHaveLength(1);
  });
});

describe("a connection that breaks in the middle of a write", () => {
  test.each<[string, string, object]>([
    ["is closed", "ECONNRESET", { status: 503, reason: "garden-unreachable" }],
    ["never answers", "UND_ERR_HEADERS_TIMEOUT", { status: 504, reason: "garden-timeout" }],
  ])("%s: it is said, and nothing is written twice", async (_, code, expected) => {
    const { response, writes } = await act({
      break: () => {
        throw Object.assign(new Error("broken"), { code });
      },
    });
    expect(await problemIn(response)).toMatchObject(expected);
    expect(writes).toHaveLength(1);
  });

  test("between the two steps of a deletion: what was written is said", async () => {
    const { response, written, log } = await act({
      act: { kind: "delete" },
      break: ({ method }) => {
        if (method === "DELETE") throw Object.assign(new Error("broken"), { code: "ECONNRESET" });
      },
    });
    const problem = await problemIn(response);
    expect(problem).toMatchObject({ status: 503, reason: "garden-unreachable" });
    expect(problem.detail).toContain("The deletion was confirmed on the cluster");
    expect(written).toHaveLength(2);
    expect(log.filter((line) => line.includes('"result":"garden-unreachable"'))).toHaveLength(1);
  });

  test("the second step refused: the garden's words stand beside what was written", async () => {
    const { response } = await act({ act: { kind: "delete" }, delete: status(409, "Conflict") });
    const problem = await problemIn(response);
    expect(problem).toMatchObject({ status: 409, reason: "conflict", gardenMessage: "words of Conflict" });
    expect(problem.detail).toContain("The deletion was confirmed on the cluster");
  });
});

test("the audit line names who, what, of which preview, on which version, with what result", async () => {
  const { preview, log } = await act({ act: { kind: "operation", id: "rotate-ssh-keypair", when: "in-window" } });
  const lines = log.filter((line) => line.includes('"audit":"operation"')).map((line): unknown => JSON.parse(line));
  expect(lines).toEqual([
    expect.objectContaining({
      user: "ada",
      cluster: "p/prod",
      uid: "u1",
      operation: "rotate-ssh-keypair in-window",
      preview: preview.hash,
      resourceVersion: "7",
      result: "accepted",
      requestId: expect.any(String),
    }),
  ]);
});
