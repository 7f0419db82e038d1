import { afterEach, describe, expect, test } from "vitest";
import { POST as postOperation } from "#app/api/clusters/[project]/[name]/operations/route.ts";
import { operationAcceptedSchema } from "#lib/contract/operation.ts";
import { type Recorded, type RecordedAnswer, recordingTransport } from "../testing/recording-transport.ts";
import { ask, cookieOf, gardenOver, problemIn, type RouteWorld, routeWorld } from "../testing/route-world.ts";

let world: RouteWorld | undefined;
afterEach(() => world?.stop());

const shoot = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Shoot",
  metadata: { name: "prod", namespace: "garden-p", uid: "u1", resourceVersion: "7", generation: 2 },
  spec: { kubernetes: { version: "1.33.1" }, provider: { type: "x" } },
  status: { observedGeneration: 2, lastOperation: { type: "Reconcile", state: "Succeeded", progress: 100 } },
};

/** A garden that lets the user in, holds one Shoot, and answers the patch as told. */
async function operate(given: { pending?: string; operation?: string; deleting?: boolean; patch?: RecordedAnswer }) {
  const { pending, operation = "reconcile", deleting = false, patch } = given;
  const current = {
    ...shoot,
    metadata: {
      ...shoot.metadata,
      ...(pending === undefined ? {} : { annotations: { "gardener.cloud/operation": pending } }),
      ...(deleting ? { deletionTimestamp: "2026-11-21T10:00:00Z" } : {}),
    },
  };
  const answers = (request: Recorded): RecordedAnswer | undefined => {
    if (request.path.includes("selfsubjectreviews")) {
      return { status: 201, body: { kind: "SelfSubjectReview", status: { userInfo: { username: "ada" } } } };
    }
    if (request.path.includes("selfsubjectaccessreviews")) {
      return { status: 201, body: { kind: "SelfSubjectAccessReview", status: { allowed: true } } };
    }
    return request.method === "PATCH" ? (patch ?? { status: 200, body: current }) : { status: 200, body: current };
  };
  const transport = recordingTransport(answers);
  world = await routeWorld({ found: gardenOver(transport) });
  const body = JSON.stringify({ operation, uid: "u1", resourceVersion: "7" });
  const cookie = await cookieOf(world.app);
  const context = { params: Promise.resolve({ project: "p", name: "prod" }) };
  const response = await postOperation(ask("/", { method: "POST", cookie, body }), context);
  const patches = transport.requests.filter(({ method }) => method === "PATCH");
  return { response, patches, written: patches.map(({ body: text }): unknown => JSON.parse(text ?? "")) };
}

test("the request carries uid, version and the annotation, and nothing else", async () => {
  const { response, patches, written } = await operate({});
  expect(response.status).toBe(202);
  expect(patches[0]).toMatchObject({
    path: "/apis/core.gardener.cloud/v1beta1/namespaces/garden-p/shoots/prod?fieldManager=almanac",
    headers: { "content-type": "application/merge-patch+json", authorization: "Bearer live-token-canary" },
  });
  expect(written).toEqual([
    { metadata: { uid: "u1", resourceVersion: "7", annotations: { "gardener.cloud/operation": "reconcile" } } },
  ]);
});

test("what is pending is joined, never overwritten", async () => {
  const { response, written } = await operate({ pending: "rotate-ssh-keypair" });
  expect(operationAcceptedSchema.parse(await response.json()).annotation).toBe("rotate-ssh-keypair;reconcile");
  expect(JSON.stringify(written)).toContain('"rotate-ssh-keypair;reconcile"');
});

test("what the garden warns of is passed on", async () => {
  const headers = { warning: '299 - "this field is deprecated"' };
  const { response } = await operate({ patch: { status: 200, body: shoot, headers } });
  expect(operationAcceptedSchema.parse(await response.json()).warnings).toEqual(["this field is deprecated"]);
});

test.each(["retry", "maintain"])(
  "%s does not join: it waits for what is pending, and says for what",
  async (operation) => {
    const { response, patches } = await operate({ pending: "rotate-ssh-keypair", operation });
    const problem = await problemIn(response);
    expect(problem).toMatchObject({ status: 409, reason: "conflict" });
    expect(problem.detail).toContain("rotate-ssh-keypair");
    expect(patches).toEqual([]);
  },
);

test("what the garden would accept to the user's harm is not sent, and the rule is named", async () => {
  const { response, patches } = await operate({ operation: "maintain", deleting: true });
  expect(await problemIn(response)).toMatchObject({
    status: 422,
    reason: "refused-by-policy",
    causes: [{ field: "operation", message: "deletion" }],
  });
  expect(patches).toEqual([]);
});

describe("each refusal of the garden has its own problem, and the garden's words verbatim", () => {
  const status = (code: number, reason: string, more: object = {}) => ({
    status: code,
    body: { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message: `words of ${reason}`, ...more },
  });

  test.each<[string, RecordedAnswer, object]>([
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
    const { response } = await operate({ patch });
    expect(await problemIn(response)).toMatchObject({ ...expected, gardenMessage: `words of ${reason}` });
  });
});
