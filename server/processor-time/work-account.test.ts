import { expect, test } from "vitest";
import { ProblemError } from "#server/boundary/problem.ts";
import type { WorkKind } from "#server/boundary/route-rule.ts";
import { chargedPeople, workAccountNow } from "./work-account.ts";

function peopleAt() {
  let now = 0;
  const charged = chargedPeople(() => now);
  return {
    charge: (person: string, kind: WorkKind, ms: number) => charged(person, kind, () => workAccountNow()?.charge(ms)),
    refusal(person: string, kind: WorkKind): ProblemError | undefined {
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

test("a person has a second of the processor a minute for pages, 0.4 s for rules and 3.5 s for exports, and none is the other's", () => {
  const { charge, refusal } = peopleAt();
  charge("ada", "view", 999);
  expect(refusal("ada", "view")).toBeUndefined();
  charge("ada", "view", 1);
  expect(refusal("ada", "view")).toMatchObject({ reason: "too-many-requests", rule: "work-view" });
  expect(refusal("ada", "rules")).toBeUndefined();
  expect(refusal("ada", "export")).toBeUndefined();
  charge("ada", "export", 3_500);
  expect(refusal("ada", "export")).toMatchObject({ rule: "work-export" });
  expect(refusal("bob", "view")).toBeUndefined();
});

test("what was used counts for a minute, and the refusal says how much it was, how much there is, and when to come back", () => {
  const { charge, refusal, pass } = peopleAt();
  charge("ada", "view", 900);
  pass(30_000);
  charge("ada", "view", 600);
  expect(refusal("ada", "view")).toMatchObject({
    facts: { detail: expect.stringMatching(/1500 ms .* 1000 ms/), retryAfterSeconds: 35 },
  });
  pass(34_900);
  expect(refusal("ada", "view")).toBeDefined();
  pass(200);
  expect(refusal("ada", "view")).toBeUndefined();
  charge("ada", "view", 400);
  expect(refusal("ada", "view")).toBeDefined();
});

test("what has begun is not refused in its middle", () => {
  const charged = chargedPeople(() => 0);
  charged("ada", "view", () => {
    workAccountNow()?.requireLeft();
    workAccountNow()?.charge(2_000);
    expect(() => workAccountNow()?.requireLeft()).not.toThrow();
  });
  charged("ada", "view", () => expect(() => workAccountNow()?.requireLeft()).toThrow(ProblemError));
});

test.each([
  ["little, four times a second", 50, 250],
  ["much, twice a second", 240, 500],
])("in no minute is more done than is allowed, of who asks for %s", (_how, ms, everyMs) => {
  const { charge, refusal, pass } = peopleAt();
  const done: number[] = [];
  for (let at = 0; at < 600_000; at += everyMs) {
    if (refusal("ada", "view") === undefined) {
      charge("ada", "view", ms);
      done.push(at);
    }
    pass(everyMs);
  }
  for (const from of done) {
    const within = done.filter((at) => at >= from && at < from + 60_000);
    expect(within.length * ms).toBeLessThanOrEqual(1_000);
  }
  expect((done.length * ms) / 10).toBeGreaterThan(750);
});

test("what is done for nobody in particular is charged to nobody", () => {
  expect(workAccountNow()).toBeUndefined();
});
