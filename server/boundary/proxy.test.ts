import { NextRequest } from "next/server";
import { expect, test } from "vitest";
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
