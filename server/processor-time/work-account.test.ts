import { expect, test } from "vitest";
import { ProblemError } from "../boundary/problem.ts";
import { chargedPeople, workAccountNow } from "./work-account.ts";

function peopleAt() {
  let now = 0;
  const charged = chargedPeople(() => now);
  return {
    charge: (person: string, kind: "view" | "export", ms: number) =>
      charged(person, kind, () => workAccountNow()?.charge(ms)),
    refusal(person: string, kind: "view" | "export"): ProblemError | undefined {
      try {
        charged(person, kind, () => workAccountNow()?.requireLeft());
        return undefined;
      } catch (error) {
        if (error instanceof ProblemError) return error;
        throw error;
      }
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test("a person has a second of the processor a minute for pages and five for exports, and neither is the other's", () => {
  const { charge, refusal } = peopleAt();
  charge("ada", "view", 999);
  expect(refusal("ada", "view")).toBeUndefined();
  charge("ada", "view", 1);
  expect(refusal("ada", "view")).toMatchObject({ reason: "too-many-requests", rule: "work-view" });
  expect(refusal("ada", "export")).toBeUndefined();
  charge("ada", "export", 5_000);
  expect(refusal("ada", "export")).toMatchObject({ rule: "work-export" });
  expect(refusal("bob", "view")).toBeUndefined();
});

test("what was used wears off evenly, and the refusal says how much it was, how much there is, and when to come back", () => {
  const { charge, refusal, pass } = peopleAt();
  charge("ada", "view", 1_500);
  expect(refusal("ada", "view")).toMatchObject({
    facts: { detail: expect.stringMatching(/1500 ms .* 1000 ms/), retryAfterSeconds: 30 },
  });
  pass(29_000);
  expect(refusal("ada", "view")).toBeDefined();
  pass(1_100);
  expect(refusal("ada", "view")).toBeUndefined();
});

test("what is done for nobody in particular is charged to nobody", () => {
  expect(workAccountNow()).toBeUndefined();
});
