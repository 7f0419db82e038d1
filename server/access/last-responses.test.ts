import { describe, expect, test } from "vitest";
import { GardenError, type GardenErrorReason } from "#server/garden/garden-error.ts";
import { type CacheReadOptions, maxExpiredAnswerAgeMs, RequestCache } from "./request-cache.ts";

const fault = (reason: GardenErrorReason) => new GardenError({ reason, message: reason });
const minuteMs = 60_000;

/** Requests to a garden that a test can make unavailable. The clock stands still unless the test advances it. */
function questions() {
  let now = 0;
  let questionsAsked = 0;
  let answer: () => Promise<string> = async () => "first";
  let isLate = false;
  const answers = new RequestCache<string>({
    now: () => now,
    ttlMs: minuteMs,
    maxEntries: 10,
    pause: () => (isLate ? Promise.resolve() : new Promise(() => {})),
  });
  return {
    forget: () => answers.forget(() => true),
    pass(ms: number) {
      now += ms;
    },
    garden(says: () => Promise<string>) {
      answer = says;
    },
    failWith(reason: GardenErrorReason) {
      answer = () => Promise.reject(fault(reason));
    },
    hang() {
      isLate = true;
      answer = () => new Promise(() => {});
    },
    get asked() {
      return questionsAsked;
    },
    ask: (patience?: CacheReadOptions<string>) =>
      answers.get(
        "key",
        () => {
          questionsAsked += 1;
          return answer();
        },
        patience,
      ),
  };
}

async function knownOnce() {
  const garden = questions();
  expect(await garden.ask()).toBe("first");
  return garden;
}

describe("F2: while the garden cannot be asked the last answer counts", () => {
  test.each(["unreachable", "timeout", "unavailable", "internal", "too-many-requests"] as const)(
    "%s",
    async (reason) => {
      const garden = await knownOnce();
      garden.failWith(reason);
      garden.pass(2 * minuteMs);
      expect(await garden.ask()).toBe("first");
    },
  );

  test("for as long as open streams trust it, and not a moment longer", async () => {
    const garden = await knownOnce();
    garden.failWith("unreachable");
    garden.pass(maxExpiredAnswerAgeMs - 1);
    expect(await garden.ask()).toBe("first");
    garden.pass(1);
    await expect(garden.ask()).rejects.toMatchObject({ reason: "unreachable" });
  });

  test("asked again every ten seconds, not by everybody who comes", async () => {
    const garden = await knownOnce();
    garden.failWith("unreachable");
    garden.pass(minuteMs);
    for (let second = 0; second < 30; second += 1) {
      await garden.ask();
      garden.pass(1_000);
    }
    expect(garden.asked).toBe(1 + 3);
  });

  test("and a new answer counts from its moment on", async () => {
    const garden = await knownOnce();
    garden.failWith("unreachable");
    garden.pass(minuteMs);
    await garden.ask();
    garden.garden(async () => "second");
    garden.pass(10_000);
    expect(await garden.ask()).toBe("second");
  });

  test("nobody is kept waiting for a garden that hangs", async () => {
    const garden = await knownOnce();
    garden.hang();
    garden.pass(minuteMs);
    expect(await garden.ask()).toBe("first");
    expect(await garden.ask()).toBe("first");
    expect(garden.asked).toBe(2);
  });

  test("a late answer is not lost", async () => {
    const garden = await knownOnce();
    const late = Promise.withResolvers<string>();
    garden.hang();
    garden.garden(() => late.promise);
    garden.pass(minuteMs);
    expect(await garden.ask()).toBe("first");
    late.resolve("second");
    await late.promise;
    expect(await garden.ask()).toBe("second");
    expect(garden.asked).toBe(2);
  });
});

describe("the last answer does not count", () => {
  test.each(["unauthorized", "forbidden", "bad-answer"] as const)(
    "when the garden says %s, then or later",
    async (reason) => {
      const garden = await knownOnce();
      garden.failWith(reason);
      garden.pass(minuteMs);
      await expect(garden.ask()).rejects.toMatchObject({ reason });
      garden.failWith("unreachable");
      await expect(garden.ask()).rejects.toMatchObject({ reason: "unreachable" });
    },
  );

  test("when it was forgotten, because rights have changed", async () => {
    const garden = await knownOnce();
    garden.failWith("unreachable");
    garden.forget();
    await expect(garden.ask()).rejects.toMatchObject({ reason: "unreachable" });
  });

  test("for whoever needs a young one", async () => {
    const garden = await knownOnce();
    garden.failWith("unreachable");
    garden.pass(30_000);
    await expect(garden.ask({ maxAgeMs: 10_000 })).rejects.toMatchObject({ reason: "unreachable" });
    expect(await garden.ask({})).toBe("first");
  });
});
