import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { problemSchema } from "#lib/contract/problem.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { Session, SessionState } from "#server/identity/session.ts";
import { createHandler, type RouteServices } from "./create-handler.ts";
import { ProblemError } from "./problem.ts";
import { RateLimits } from "./rate-limit.ts";
import { anonymousAccess, jsonRequestBody, noRequestBody, signedInAccess } from "./route-rule.ts";

const session: Session = {
  id: "s1",
  user: { name: "ada", groups: [] },
  method: "token",
  token: "secret-token",
  signedInAt: 0,
  expiresAt: 1,
};

function boundary(
  given: { reading?: SessionState; publicOrigin?: string; readOnly?: boolean; log?: string[] } = {},
): RouteServices {
  const destination = { write: (line: string) => void given.log?.push(line) };
  return {
    log: pino({ level: "debug" }, destination),
    publicOrigin: given.publicOrigin,
    readOnly: given.readOnly ?? false,
    limits: new RateLimits(() => 0),
    jar: { name: "almanac-3000", secure: false },
    readSession: async () => given.reading ?? { kind: "active", session },
    newRequestId: () => "r1",
    personOf: (name) => name,
    charged: async (_person, _kind, work) => work(),
  };
}

const plain = { effect: "read", garden: "user", shows: "self" } as const;
const acting = { ...plain, effect: "session", audit: "test" } as const;
const own = { "sec-fetch-site": "same-origin", "x-almanac": "1", "content-type": "application/json" };
const post = (body: string | null, headers: Record<string, string> = own) =>
  new Request("http://127.0.0.1:3000/api/x", { method: "POST", headers, body });

async function problemIn(response: Response) {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  return problemSchema.parse(await response.json());
}

describe("every route", () => {
  const shared = boundary();
  const handler = createHandler(async () => shared);
  const rule = { ...plain, access: signedInAccess, body: noRequestBody, limit: "read" } as const;

  test("answers with a request id, no caching, and a policy that lets nothing run", async () => {
    const response = await handler(rule, () => Response.json({}))(new Request("http://127.0.0.1:3000/api/x"));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-request-id": "r1",
      "cache-control": "private, no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
    expect(response.headers.has("strict-transport-security")).toBe(false);
  });

  test("asks for https only where it is served over https", async () => {
    const secure = createHandler(async () => boundary({ publicOrigin: "https://a.example" }));
    const response = await secure(rule, () => Response.json({}))(new Request("http://10.0.0.1/api/x"));
    expect(response.headers.get("strict-transport-security")).toBe("max-age=31536000");
  });

  test.each<[string, SessionState, string]>([
    ["nobody", { kind: "none" }, "not-signed-in"],
    ["a session past its end", { kind: "ended" }, "session-expired"],
  ])("refuses %s with 401", async (_name, reading, reason) => {
    const guarded = createHandler(async () => boundary({ reading }));
    const response = await guarded(rule, () => Response.json({ data: true }))(new Request("http://127.0.0.1:3000/"));
    expect(response.status).toBe(401);
    expect((await problemIn(response)).reason).toBe(reason);
    expect(response.headers.getSetCookie().length > 0).toBe(reason === "session-expired");
  });

  test("lets anyone in where the rule says so", async () => {
    const open = createHandler(async () => boundary({ reading: { kind: "none" } }));
    const route = open({ ...rule, access: anonymousAccess }, ({ session: who }) =>
      Response.json({ who: who ?? "nobody" }),
    );
    expect(await (await route(new Request("http://127.0.0.1:3000/"))).json()).toEqual({ who: "nobody" });
  });

  test.each(["..", "a/b", "a%2Fb", "A", "", "a;b", "a\u0000", "a\r\nb", "\u202Eabc", "a".repeat(64), "-a", "a."])(
    "refuses the project name %j before the route does anything",
    async (project) => {
      const route = handler(rule, ({ param }) => Response.json({ project: param("project") }));
      const response = await route(new Request("http://127.0.0.1:3000/"), { params: Promise.resolve({ project }) });
      expect(await problemIn(response)).toMatchObject({ status: 400, reason: "invalid-request" });
    },
  );

  test("answers a fault of its own with 500, its words only in the log", async () => {
    const log: string[] = [];
    const failing = createHandler(async () => boundary({ log }))(rule, () => {
      throw new Error("the inside of Almanac");
    });
    const response = await failing(new Request("http://127.0.0.1:3000/"));
    expect(await problemIn(response)).toEqual({
      type: "urn:almanac:problem:internal",
      title: "Almanac failed",
      status: 500,
      reason: "internal",
      requestId: "r1",
    });
    expect(log.join()).toContain("the inside of Almanac");
  });

  test("passes the garden's words and causes on, verbatim", async () => {
    const route = handler(rule, () => {
      throw new GardenError({
        reason: "invalid",
        status: 422,
        message: "internal wording",
        gardenMessage: 'Shoot "x" is invalid',
        causes: [{ field: "metadata.annotations", message: "not now" }],
      });
    });
    expect(await problemIn(await route(new Request("http://127.0.0.1:3000/")))).toMatchObject({
      status: 422,
      reason: "refused-by-garden",
      gardenMessage: 'Shoot "x" is invalid',
      causes: [{ field: "metadata.annotations", message: "not now" }],
    });
  });

  test("ends the session when the garden no longer knows its credential", async () => {
    const route = handler(rule, () => {
      throw new GardenError({ reason: "unauthorized", status: 401, message: "Unauthorized" });
    });
    const response = await route(new Request("http://127.0.0.1:3000/"));
    expect((await problemIn(response)).reason).toBe("session-expired");
    expect(response.headers.getSetCookie()[0]).toBe("almanac-3000=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
  });

  test("says how long to wait when there were too many requests", async () => {
    const route = handler({ ...rule, ...acting, limit: "mutation" }, () => new Response(null, { status: 204 }));
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1) statuses.push((await route(post("{}"))).status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(60);
    const refused = await route(post("{}"));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
  });
});

describe("sign-in is limited by failures only", () => {
  const attempts = async (succeeds: boolean) => {
    const limited = createHandler(async () => shared);
    const shared = boundary({ reading: { kind: "none" } });
    const route = limited({ ...acting, access: anonymousAccess, body: noRequestBody, limit: "sign-in" }, () => {
      if (!succeeds) throw new ProblemError("not-signed-in");
      return new Response(null, { status: 204 });
    });
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) statuses.push((await route(post(null))).status);
    return statuses;
  };

  test("twelve successes pass", async () => {
    expect(new Set(await attempts(true))).toEqual(new Set([204]));
  });

  test("the eleventh failure within a minute is refused", async () => {
    expect((await attempts(false)).slice(9)).toEqual([401, 429, 429]);
  });
});

describe("a body", () => {
  const handler = createHandler(async () => boundary());
  const route = handler(
    {
      ...acting,
      access: signedInAccess,
      body: jsonRequestBody(z.strictObject({ text: z.string() })),
      limit: "mutation",
    },
    ({ body }) => Response.json(body),
  );

  test("arrives as the schema says", async () => {
    expect(await (await route(post('{"text":"[{\\"}"}'))).json()).toEqual({ text: '[{"}' });
  });

  test.each<[string, string, Record<string, string>, number, string]>([
    ["empty", "", own, 400, "invalid-request"],
    ["null", "null", own, 400, "invalid-request"],
    ["a list", "[]", own, 400, "invalid-request"],
    ["cut off", '{"text":"a', own, 400, "invalid-request"],
    ["with a field that nobody asked for", '{"text":"a","more":1}', own, 400, "invalid-request"],
    ["with __proto__", '{"text":"a","__proto__":{"polluted":1}}', own, 400, "invalid-request"],
    ["60,000 levels deep", "[".repeat(60_000), own, 400, "invalid-request"],
    ["of 65 KiB", JSON.stringify({ text: "a".repeat(65 * 1024) }), own, 413, "too-large"],
    ["as text/plain", '{"text":"a"}', { ...own, "content-type": "text/plain" }, 415, "unsupported-media-type"],
    [
      "as a form",
      "text=a",
      { ...own, "content-type": "application/x-www-form-urlencoded" },
      415,
      "unsupported-media-type",
    ],
  ])("%s is refused", async (_name, body, headers, status, reason) => {
    expect(await problemIn(await route(post(body, headers)))).toMatchObject({ status, reason });
  });

  test("that is not UTF-8 is refused", async () => {
    const request = new Request("http://127.0.0.1:3000/", {
      method: "POST",
      headers: own,
      body: new Uint8Array([0x22, 0xff, 0x22]),
    });
    expect(await problemIn(await route(request))).toMatchObject({ status: 400, reason: "invalid-request" });
  });

  test("names the field that is wrong", async () => {
    expect((await problemIn(await route(post('{"text":1}')))).causes).toEqual([
      { field: "text", message: expect.stringContaining("string") },
    ]);
  });
});
