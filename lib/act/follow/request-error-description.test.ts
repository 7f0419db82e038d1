import { expect, test } from "vitest";
import { problemReasons } from "#lib/contract/problem.ts";
import { describeRequestError } from "./request-error-description.ts";

const reasons = [...problemReasons, "timeout", "unreachable"] as const;

test("the faults that people meet have words of their own", () => {
  const met = ["forbidden", "conflict", "refused-by-garden", "timeout", "unreachable", "garden-unreachable"] as const;
  const titles = met.map((reason) => describeRequestError({ reason }, "pay/prod").title);
  expect(new Set(titles).size).toBe(met.length);
});

test.each(reasons)("%s says whether something was changed or requested", (reason) => {
  expect(describeRequestError({ reason }, "pay/prod").detail).toMatch(
    /Nothing was (changed|requested)|may (or may not )?have|Nothing is known/,
  );
});

test("an unknown outcome is never told as a failure", () => {
  for (const reason of ["timeout", "garden-timeout", "unreachable"] as const)
    expect(describeRequestError({ reason }, "pay/prod").detail).not.toMatch(/Nothing was changed/);
});
