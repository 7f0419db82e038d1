import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { problemReasons, problemSchema } from "#lib/contract/problem.ts";
import { GardenError, type GardenErrorReason } from "#server/garden/garden-error.ts";
import { createHandler } from "./create-handler.ts";
import { ProblemError } from "./problem.ts";
import { RateLimits } from "./rate-limit.ts";
import { anonymousAccess, noRequestBody } from "./route-rule.ts";

const secrets = /node_modules|\bat \S+ \(|garden\.invalid|10\.0\.0\.1|Bearer|canary|stack|cause/i;

async function answerTo(error: Error): Promise<{ response: Response; text: string }> {
  const handler = createHandler(async () => ({
    log: pino({ level: "silent" }),
    publicOrigin: undefined,
    limits: new RateLimits(() => 0),
    jar: { name: "almanac-3000", secure: false },
    readOnly: false,
    readSession: async () => ({ kind: "none" }) as const,
    newRequestId: () => "r1",
    personOf: (name) => name,
    charged: async (_person, _kind, work) => work(),
  }));
  const rule = {
    access: anonymousAccess,
    body: noRequestBody,
    limit: "read",
    effect: "read",
    garden: "none",
    shows: "self",
  } as const;
  const route = handler(rule, () => {
    throw error;
  });
  const response = await route(new Request("http://127.0.0.1:3000/api/x"));
  return { response, text: await response.clone().text() };
}

const upstream = new Error("connect ECONNREFUSED 10.0.0.1:443 https://garden.invalid Bearer canary");

describe("S32: the browser learns status, reason, message and request id, and nothing of the inside", () => {
  test.each(problemReasons)("%s", async (reason) => {
    const { response, text } = await answerTo(new ProblemError(reason, {}, { cause: upstream }));
    const problem = problemSchema.parse(JSON.parse(text));
    expect(problem).toMatchObject({ reason, requestId: "r1", status: response.status });
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(["reason", "requestId", "status", "title", "type"]);
    expect(text).not.toMatch(secrets);
  });

  test.each<[GardenErrorReason, number]>([
    ["configuration", 502],
    ["bad-request", 422],
    ["unreachable", 503],
    ["timeout", 504],
    ["unauthorized", 401],
    ["forbidden", 403],
    ["not-found", 404],
    ["conflict", 409],
    ["expired", 409],
    ["invalid", 422],
    ["too-many-requests", 429],
    ["request-too-large", 413],
    ["internal", 502],
    ["bad-answer", 502],
  ])("a garden that answers %s becomes %i, without its address", async (reason, status) => {
    const { response, text } = await answerTo(
      new GardenError({ reason, message: `https://garden.invalid says ${reason}`, cause: upstream }),
    );
    expect(response.status).toBe(status);
    expect(text).not.toMatch(secrets);
  });

  test("a fault of ours says only that there was one", async () => {
    const { response, text } = await answerTo(upstream);
    expect(response.status).toBe(500);
    expect(text).not.toMatch(secrets);
  });
});
