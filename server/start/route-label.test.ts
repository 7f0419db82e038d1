import { expect, test } from "vitest";
import { routeLabel } from "./route-label.ts";

test.each([
  ["/api/clusters/payments/ledger-eu", "/api/clusters/[project]/[name]"],
  ["/api/fleet", "/api/fleet"],
  ["/api/nothing/at/all", "/api/[[...path]]"],
  ["/clusters", "/clusters"],
  ["/_next/static/chunks/a.js", "static"],
  ["/wp-login.php", "other"],
  ["//evil", "other"],
])("%s is counted as %s", (pathname, label) => {
  expect(routeLabel(pathname)).toBe(label);
});
