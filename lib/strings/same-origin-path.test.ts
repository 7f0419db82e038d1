import { expect, test } from "vitest";
import { sameOriginPath } from "./same-origin-path.ts";

test.each(["/clusters", "/clusters?q=a%20b&status=-healthy#x", "/clusters/pay/prod"])("%s is ours", (path) => {
  expect(sameOriginPath(path)).toBe(path);
});

test.each([
  undefined,
  "",
  "clusters",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n//evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/..//evil.example",
  "/login?next=/login",
  "/api/session",
])("%j leads home instead", (path) => {
  expect(sameOriginPath(path)).toBe("/");
});
