import { expect, test } from "vitest";
import { ProblemError } from "#server/boundary/problem.ts";
import type { WorkKind } from "#server/boundary/route-rule.ts";
import { createWorkAccounts, workAccountNow } from "./work-account.ts";

function peopleAt() {
  let now = 0;
  const charged = createWorkAccounts(() => now);
  return {
    charge: (person: string, kind: WorkKind, ms: number) => charged(person, kind, () => workAccountNow()?.charge(ms)),
    async refusal(person: string, kind: WorkKind): Promise<ProblemError | undefined> {
      try {
        await charged(person, kind, async () => workAccountNow()?.requireLeft());
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

test("a person has a second of the processor a minute for pages, 0.4 s for rules and 3.5 s for exports, and none is the other's", async () => {
  const { charge, refusal } = peopleAt();
  charge("ada", "view", 999);
  expect(await refusal("ada", "view")).toBeUndefined();
  charge("ada", "view", 1);
  expect(await refusal("ada", "view")).toMatchObject({ reason: "too-many-requests", rule: "work-view" });
  expect(await refusal("ada", "rules")).toBeUndefined();
  expect(await refusal("ada", "export")).toBeUndefined();
  charge("ada", "export", 3_500);
  expect(await refusal("ada", "export")).toMatchObject({ rule: "work-export" });
  expect(await refusal("bob", "view")).toBeUndefined();
});

test("what was used counts for a minute, and the refusal says how much it was, how much there is, and when to come back", async () => {
  const { charge, refusal, pass } = peopleAt();
  charge("ada", "view", 900);
  pass(30_000);
  charge("ada", "view", 600);
  expect(await refusal("ada", "view")).toMatchObject({
    facts: { detail: expect.stringMatching(/1500 ms .* 1000 ms/), retryAfterSeconds: 35 },
  });
  pass(34_900);
  expect(await refusal("ada", "view")).toBeDefined();
  pass(200);
  expect(await refusal("ada", "view")).toBeUndefined();
  charge("ada", "view", 400);
  expect(await refusal("ada", "view")).toBeDefined();
});

test("what has begun is not refused in its middle", async () => {
  const charged = createWorkAccounts(() => 0);
  await charged("ada", "view", async () => {
    await workAccountNow()?.requireLeft();
    workAccountNow()?.charge(2_000);
    await workAccountNow()?.requireLeft();
  });
  await expect(charged("ada", "view", async () => workAccountNow()?.requireLeft())).rejects.toThrow(ProblemError);
});

test("what comes while the first of a minute runs waits until it is known what that takes, and nobody else waits", async () => {
  const charged = createWorkAccounts(() => 0);
  const ends = Promise.withResolvers<void>();
  const first = charged("ada", "export", async () => {
    await workAccountNow()?.requireLeft();
    await ends.promise;
    workAccountNow()?.charge(2_000);
  });
  const outcomes: string[] = [];
  const second = charged("ada", "export", async () => workAccountNow()?.requireLeft()).catch(() =>
    outcomes.push("refused"),
  );
  await charged("bob", "export", async () => workAccountNow()?.requireLeft());
  await charged("ada", "view", async () => workAccountNow()?.requireLeft());
  expect(outcomes).toEqual([]);
  ends.resolve();
  await Promise.all([first, second]);
  expect(outcomes).toEqual(["refused"]);
});

test("once it is known what one takes, so many run at the same time as a minute allows", async () => {
  const charged = createWorkAccounts(() => 0);
  await charged("ada", "export", async () => {
    await workAccountNow()?.requireLeft();
    workAccountNow()?.charge(1_000);
  });
  const ends = Promise.withResolvers<void>();
  const begun = Array.from({ length: 4 }, () =>
    charged("ada", "export", async () => {
      await workAccountNow()?.requireLeft();
      await ends.promise;
      return "done";
    }).catch(() => "refused"),
  );
  ends.resolve();
  expect(await Promise.all(begun)).toEqual(["done", "done", "refused", "refused"]);
});

test.each([
  ["little, four times a second", 50, 250],
  ["much, twice a second", 240, 500],
])("in no minute is more done than is allowed, of who asks for %s", async (_how, ms, everyMs) => {
  const { charge, refusal, pass } = peopleAt();
  const done: number[] = [];
  for (let at = 0; at < 600_000; at += everyMs) {
    if ((await refusal("ada", "view")) === undefined) {
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
