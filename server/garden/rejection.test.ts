import { describe, expect, test } from "vitest";
import { shoots } from "#lib/kube/resource.ts";
import { createGardenClient } from "./garden-client.ts";
import { errorFromStatus, GardenError } from "./garden-error.ts";
import { toInvalidError } from "./rejection.ts";
import { createRequestSender } from "./request-sender.ts";
import { forbiddenByAdmission, forbiddenByRights, rejectedWith500 } from "./testing/recorded-responses.ts";

const target = { resource: shoots, namespace: "garden-shop", name: "storefront-eu" };
const patch = { metadata: { resourceVersion: "1" } };

/** A fake garden that answers every request with the given metav1.Status. */
function gardenSaying(status: { readonly code: number; readonly reason?: string; readonly message: string }) {
  const sender = createRequestSender("https://garden.example", {
    send: async () => ({
      status: status.code,
      headers: { "content-type": "application/json" },
      body: (async function* () {
        yield Buffer.from(JSON.stringify({ kind: "Status", apiVersion: "v1", status: "Failure", ...status }));
      })(),
    }),
    close: async () => {},
  });
  return createGardenClient(sender, async () => ({ token: "token" }));
}

async function faultOf(call: Promise<unknown>): Promise<GardenError> {
  const fault: unknown = await call.catch((error: unknown) => error);
  if (!(fault instanceof GardenError)) throw new Error(`expected a GardenError, got ${String(fault)}`);
  return fault;
}

describe("a write that a rule of the garden refused", () => {
  test.each([...forbiddenByAdmission, ...rejectedWith500])("is invalid, with $code: $message", async (status) => {
    const fault = await faultOf(gardenSaying(status).patch(target, patch));
    expect(fault).toMatchObject({ reason: "invalid", status: status.code, gardenMessage: status.message });
  });

  test("by a webhook is invalid as well", () => {
    const message = 'admission webhook "validation.example" denied the request: no';
    expect(toInvalidError(errorFromStatus({ code: 403, message }))).toMatchObject({ reason: "invalid" });
  });

  test.each(forbiddenByRights)("is forbidden where rights are missing: $message", async (status) => {
    expect((await faultOf(gardenSaying(status).patch(target, patch))).reason).toBe("forbidden");
  });
});

test.each([
  "etcdserver: request timed out",
  "rpc error: code = Unavailable desc = error reading from server: EOF",
  'Internal error occurred: failed calling webhook "validation.example": no endpoints available for service "validator"',
  "Internal error occurred: resource quota evaluation timed out",
  "Internal error occurred: unable to encode the object",
])("a write that the garden failed at stays a failure: %s", async (message) => {
  const reason = message.startsWith("Internal error occurred") ? { reason: "InternalError" } : {};
  expect((await faultOf(gardenSaying({ code: 500, ...reason, message }).patch(target, patch))).reason).toBe("internal");
});

test("a 500 that says it is a timeout stays one", () => {
  const status = { code: 500, reason: "ServerTimeout", message: "the server could not finish" };
  expect(toInvalidError(errorFromStatus(status))).toMatchObject({ reason: "timeout" });
});

test("a read or a review has no admission that could refuse it", async () => {
  for (const status of [...forbiddenByAdmission, ...rejectedWith500]) {
    const reason = status.code === 403 ? "forbidden" : "internal";
    expect((await faultOf(gardenSaying(status).get(target))).reason).toBe(reason);
    expect((await faultOf(gardenSaying(status).create(target, {}, { isReview: true }))).reason).toBe(reason);
  }
});
