import { expect, test } from "vitest";
import { auditResult } from "./audit.ts";

test.each([
  [{ vulnerabilities: {} }, { kind: "clean" }],
  [
    { vulnerabilities: { undici: { severity: "high" }, ws: { severity: "low" } } },
    { kind: "vulnerable", packages: ["undici (high)", "ws (low)"] },
  ],
  [
    { message: "405 Method Not Allowed", error: { summary: "", detail: "" } },
    { kind: "unanswered", why: "405 Method Not Allowed" },
  ],
  [{ error: { summary: "no network" } }, { kind: "unanswered", why: "no network" }],
])("%j → %j", (answer, expected) => {
  expect(auditResult(JSON.stringify(answer))).toEqual(expected);
});

test("what is no answer is never taken for a clean one", () => {
  expect(auditResult("")).toMatchObject({ kind: "unanswered" });
  expect(auditResult("[]")).toMatchObject({ kind: "unanswered" });
});
