import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { ProblemError } from "#server/boundary/problem.ts";
import type { WorkBudgetKind } from "#server/boundary/route-rule.ts";
import { createProcessorTimeBudgets, currentProcessorTimeBudget } from "./processor-time-budget.ts";

function peopleAt() {
  let now = 0;
  const charged = createProcessorTimeBudgets(() => now);
  return {
    charge: (person: string, kind: WorkBudgetKind, ms: number) =>
      charged(person, kind, async () => currentProcessorTimeBudget()?.charge(ms)),
    async refusal(person: string, kind: WorkBudgetKind): Promise<ProblemError | undefined> {
      try {
        await charged(person, kind, async () => currentProcessorTimeBudget()?.requireLeft());
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
  const charged = createProcessorTimeBudgets(() => 0);
  await charged("ada", "view", async () => {
    await currentProcessorTimeBudget()?.requireLeft();
    currentProcessorTimeBudget()?.charge(2_000);
    await currentProcessorTimeBudget()?.requireLeft();
  });
  await expect(charged("ada", "view", async () => currentProcessorTimeBudget()?.requireLeft())).rejects.toThrow(
    ProblemError,
  );
});

test("what comes while the first of a minute runs waits until it is known what that takes, and nobody else waits", async () => {
  const charged = createProcessorTimeBudgets(() => 0);
  const ends = Promise.withResolvers<void>();
  const first = charged("ada", "export", async () => {
    await currentProcessorTimeBudget()?.requireLeft();
    await ends.promise;
    currentProcessorTimeBudget()?.charge(2_000);
  });
  const outcomes: string[] = [];
  const second = charged("ada", "export", async () => currentProcessorTimeBudget()?.requireLeft()).catch(() =>
    outcomes.push("refused"),
  );
  await charged("bob", "export", async () => currentProcessorTimeBudget()?.requireLeft());
  await charged("ada", "view", async () => currentProcessorTimeBudget()?.requireLeft());
  expect(outcomes).toEqual([]);
  ends.resolve();
  await Promise.all([first, second]);
  expect(outcomes).toEqual(["refused"]);
});

test("once it is known what one takes, so many run at the same time as a minute allows, and the others wait to see", async () => {
  const charged = createProcessorTimeBudgets(() => 0);
  await charged("ada", "export", async () => {
    await currentProcessorTimeBudget()?.requireLeft();
    currentProcessorTimeBudget()?.charge(1_000);
  });
  const ends = Promise.withResolvers<void>();
  let running = 0;
  const begin = (costMs: number) =>
    charged("ada", "export", async () => {
      await currentProcessorTimeBudget()?.requireLeft();
      running += 1;
      await ends.promise;
      currentProcessorTimeBudget()?.charge(costMs);
      return "done";
    }).catch(() => "refused");
  const all = [1_000, 1_000, 1_000, 1_000].map(begin);
  await setImmediate();
  expect(running).toBe(2);
  ends.resolve();
  expect(await Promise.all(all)).toEqual(["done", "done", "refused", "refused"]);
});

test("what the running ones have used so far is counted once", async () => {
  const charged = createProcessorTimeBudgets(() => 0);
  await charged("ada", "view", async () => {
    await currentProcessorTimeBudget()?.requireLeft();
    currentProcessorTimeBudget()?.charge(150);
  });
  const ends = Promise.withResolvers<void>();
  const all = [140, 140, 150].map((costMs) =>
    charged("ada", "view", async () => {
      await currentProcessorTimeBudget()?.requireLeft();
      currentProcessorTimeBudget()?.charge(costMs);
      await ends.promise;
      return "done";
    }),
  );
  await setImmediate();
  ends.resolve();
  expect(await Promise.all(all)).toEqual(["done", "done", "done"]);
});

test("what a piece of work makes others do for the same person counts for what the next one may take", async () => {
  const charged = createProcessorTimeBudgets(() => 0);
  const save = () =>
    charged("ada", "rules", async () => {
      await currentProcessorTimeBudget()?.requireLeft();
      await charged("ada", "rules", async () => currentProcessorTimeBudget()?.charge(250));
    });
  await save();
  await expect(save()).rejects.toThrow(ProblemError);
});

test("what is cheaper than others was makes room for who waits", async () => {
  const charged = createProcessorTimeBudgets(() => 0);
  const take = (ms: number, ends: Promise<void> = Promise.resolve()) =>
    charged("ada", "view", async () => {
      await currentProcessorTimeBudget()?.requireLeft();
      await ends;
      currentProcessorTimeBudget()?.charge(ms);
      return "done";
    });
  await take(300);
  const ends = Promise.withResolvers<void>();
  const all = [take(10, ends.promise), take(10, ends.promise), take(10)];
  ends.resolve();
  expect(await Promise.all(all)).toEqual(["done", "done", "done"]);
});

test("whoever has left takes no room from those who wait", async () => {
  const charged = createProcessorTimeBudgets(() => 0);
  const ends = Promise.withResolvers<void>();
  const first = charged("ada", "view", async () => {
    await currentProcessorTimeBudget()?.requireLeft();
    await ends.promise;
    currentProcessorTimeBudget()?.charge(400);
  });
  const leaving = new AbortController();
  const wait = (signal?: AbortSignal) =>
    charged("ada", "view", async () => currentProcessorTimeBudget()?.requireLeft(), signal).then(
      () => "begun",
      () => "left",
    );
  const waiting = [wait(leaving.signal), wait(leaving.signal), wait()];
  leaving.abort();
  expect(await Promise.all(waiting.slice(0, 2))).toEqual(["left", "left"]);
  ends.resolve();
  await first;
  expect(await waiting[2]).toBe("begun");
});

test("work that fails at once is no longer running", async () => {
  const charged = createProcessorTimeBudgets(() => 0);
  const failing = () => {
    currentProcessorTimeBudget()?.begin();
    throw new Error("at once");
  };
  await expect(charged("ada", "view", failing)).rejects.toThrow("at once");
  await charged("ada", "view", async () => currentProcessorTimeBudget()?.requireLeft());
});

test.each([
  ["little, four times a second", 50, 250],
  ["much, twice a second", 240, 500],
])("in no minute is more done than is allowed, of who asks for %s", async (_how, ms, everyMs) => {
  let now = 0;
  const charged = createProcessorTimeBudgets(() => now);
  const done: number[] = [];
  for (; now < 600_000; now += everyMs) {
    const work = async () => {
      await currentProcessorTimeBudget()?.requireLeft();
      currentProcessorTimeBudget()?.charge(ms);
      done.push(now);
    };
    await charged("ada", "view", work).catch(() => undefined);
  }
  for (const from of done) {
    const within = done.filter((at) => at >= from && at < from + 60_000);
    expect(within.length * ms).toBeLessThanOrEqual(1_000);
  }
  expect((done.length * ms) / 10).toBeGreaterThan(750);
});

test("what is done for nobody in particular is charged to nobody", () => {
  expect(currentProcessorTimeBudget()).toBeUndefined();
});
