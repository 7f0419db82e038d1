import { describe, expect, test } from "vitest";
import { routeInventory } from "#server/testing/route-inventory.ts";
import { type LimitName, RateLimits } from "./rate-limit.ts";

function limitsAt() {
  let now = 0;
  const limits = new RateLimits(() => now, 3);
  const takeAll = (name: LimitName, caller = "ada") => {
    let taken = 0;
    while (limits.take(name, caller) === 0) taken += 1;
    return taken;
  };
  return {
    limits,
    takeAll,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe("S22: what one caller may ask for", () => {
  test.each<[LimitName, number]>([
    ["sign-in", 10],
    ["reveal", 20],
    ["stream", 30],
    ["mutation", 60],
  ])("%s: %i at once, and as many a minute", (name, perMinute) => {
    const { takeAll, pass } = limitsAt();
    expect(takeAll(name)).toBe(perMinute);
    pass(60_000);
    expect(takeAll(name)).toBe(perMinute);
    pass(60_000 / perMinute - 1);
    expect(takeAll(name)).toBe(0);
    pass(1);
    expect(takeAll(name)).toBe(1);
  });

  test("watch rules and notices take 30 changes at once, and 20 a minute", () => {
    const { takeAll, pass } = limitsAt();
    expect(takeAll("notices")).toBe(30);
    pass(60_000);
    expect(takeAll("notices")).toBe(20);
  });

  test("what reads all bindings and their clusters is answered 30 times at once, and 60 times a minute", () => {
    const { takeAll, pass } = limitsAt();
    expect(takeAll("accounts")).toBe(30);
    pass(30_000);
    expect(takeAll("accounts")).toBe(30);
    const limited = routeInventory.filter(({ methods }) => methods.GET?.limit === "accounts");
    expect(limited.map(({ path }) => path.replace("/api/projects/[project]/", "")).sort()).toEqual([
      "accounts",
      "key-rotation/[namespace]/[secret]",
      "quotas",
    ]);
  });

  test("a refusal says after how many seconds it is worth asking again", () => {
    const { limits, takeAll, pass } = limitsAt();
    takeAll("sign-in");
    expect(limits.take("sign-in", "ada")).toBe(6);
    pass(5_500);
    expect(limits.take("sign-in", "ada")).toBe(1);
    pass(500);
    expect(limits.take("sign-in", "ada")).toBe(0);
  });

  test("what one spends is not missing to another, nor one budget to the next", () => {
    const { limits, takeAll } = limitsAt();
    takeAll("mutation");
    expect(limits.take("mutation", "bob")).toBe(0);
    expect(limits.take("read", "ada")).toBe(0);
  });

  test("a rest of any length is worth one burst, and a clock that goes back is worth nothing", () => {
    const { takeAll, pass } = limitsAt();
    takeAll("stream");
    pass(86_400_000);
    expect(takeAll("stream")).toBe(30);
    pass(-3_600_000);
    expect(takeAll("stream")).toBe(0);
  });

  test("callers without end take no memory without end", () => {
    const { limits, takeAll } = limitsAt();
    takeAll("mutation");
    for (const caller of ["b", "c", "d", "e"]) limits.take("mutation", caller);
    // The first client was forgotten and starts with a full budget.
    expect(takeAll("mutation")).toBe(60);
  });
});
