import { NextRequest } from "next/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { proxy } from "#proxy.ts";

const policyOf = (path: string) => proxy(new NextRequest(`http://localhost:3000${path}`));
const nonceIn = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? "")?.[1];

test("S17: every page gets a policy with a nonce of its own, and Next gets the same one", () => {
  const [first, second] = [policyOf("/clusters"), policyOf("/clusters")];
  const policy = first.headers.get("content-security-policy");
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("'strict-dynamic'");
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|https?:/);
  expect(nonceIn(policy)).toMatch(/^[\w+/]{22}==$/);
  expect(nonceIn(policy)).not.toBe(nonceIn(second.headers.get("content-security-policy")));
  expect(first.headers.get("x-middleware-request-content-security-policy")).toBe(policy);
  expect(first.headers.get("x-middleware-request-x-nonce")).toBe(nonceIn(policy));
});

test("the page learns its own address, for the way back after signing in; what the browser claims is overwritten", () => {
  const request = new NextRequest("http://localhost:3000/clusters?q=a%20b", {
    headers: { "x-almanac-path": "//evil.example", "x-nonce": "evil" },
  });
  const response = proxy(request);
  expect(response.headers.get("x-middleware-request-x-almanac-path")).toBe("/clusters?q=a%20b");
  expect(response.headers.get("x-middleware-request-x-nonce")).not.toBe("evil");
});

test("where there is only one garden, no address names it", () => {
  const response = proxy(new NextRequest("http://localhost:3000/g/canary/clusters"));
  expect(response.headers.get("x-middleware-rewrite")).toBeNull();
  expect(response.headers.get("x-middleware-request-x-almanac-garden")).toBeNull();
});

describe("the address of a garden of several", () => {
  beforeEach(() => vi.stubEnv("GARDENS", "live=demo, canary=demo"));
  afterEach(() => vi.unstubAllEnvs());

  const rewrite = (path: string, headers: Record<string, string> = {}) => {
    const response = proxy(new NextRequest(`http://localhost:3000${path}`, { headers }));
    return {
      to: response.headers.get("x-middleware-rewrite"),
      garden: response.headers.get("x-middleware-request-x-almanac-garden"),
      path: response.headers.get("x-middleware-request-x-almanac-path"),
      policy: response.headers.get("content-security-policy"),
    };
  };

  test("is served as the page that it is in any garden, which learns the garden and its own address", () => {
    const { to, garden, path, policy } = rewrite("/g/canary/clusters?q=a");
    expect({ to, garden, path }).toEqual({
      to: "http://localhost:3000/clusters?q=a",
      garden: "canary",
      path: "/g/canary/clusters?q=a",
    });
    expect(policy).toContain("'strict-dynamic'");
    expect(rewrite("/g/canary").to).toBe("http://localhost:3000/");
  });

  test("of the API gets no page's policy", () => {
    const { to, garden, policy } = rewrite("/g/canary/api/stream?cursor=1");
    expect({ to, garden, policy }).toEqual({
      to: "http://localhost:3000/api/stream?cursor=1",
      garden: "canary",
      policy: null,
    });
  });

  test("S08: leads to this server whatever it holds", () => {
    for (const path of ["/g/canary//evil.example/x", "/g/canary/%2f%2fevil.example", "/g/canary/@evil.example"]) {
      expect(new URL(rewrite(path).to ?? "").origin).toBe("http://localhost:3000");
    }
  });

  test("is the only word on it: what a client claims in a header is not believed", () => {
    expect(rewrite("/clusters", { "x-almanac-garden": "canary" })).toMatchObject({ to: null, garden: null });
    expect(rewrite("/g/live/clusters", { "x-almanac-garden": "canary" }).garden).toBe("live");
  });
});
