import { describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "#lib/kube/time-units.ts";
import { rollOutPace, rollOutStateOf } from "./roll-out.ts";

describe("a cluster in a roll-out of its Seed's gardenlet", () => {
  test.each([
    ["waits while another gardenlet reconciled it last", "v1.149.3", "Succeeded", "waiting"],
    ["waits also if it failed before", "v1.149.3", "Failed", "waiting"],
    ["waits if no gardenlet ever reconciled it", undefined, undefined, "waiting"],
    ["is done once the new gardenlet succeeded", "v1.150.0", "Succeeded", "done"],
    ["runs while the new gardenlet works on it", "v1.150.0", "Processing", "running"],
    ["is retrying, not failed, in Error", "v1.150.0", "Error", "retrying"],
    ["has failed when Gardener does not go on by itself", "v1.150.0", "Failed", "failed"],
    ["is not known in a state that this build does not know", "v1.150.0", "Dreaming", "unknown"],
  ])("%s", (_rule, gardener, state, expected) => {
    expect(rollOutStateOf({ gardenerVersion: gardener, lastOperation: { state } }, "v1.150.0")).toBe(expected);
  });

  test("is not known where the Seed reports no release", () => {
    expect(rollOutStateOf({ gardenerVersion: "v1.150.0", lastOperation: { state: "Succeeded" } }, undefined)).toBe(
      "unknown",
    );
  });
});

describe("the pace of a roll-out", () => {
  const now = Date.UTC(2026, 10, 30, 12);
  const every = (minutes: number, count: number) =>
    Array.from({ length: count }, (_, index) => now - (index + 1) * minutes * minuteMs);

  test("is the number of clusters that finished over the time since the first of them", () => {
    const pace = rollOutPace(every(6, 100), 50, now);
    expect(pace).toMatchObject({ finished: 100, since: now - 10 * hourMs, perHour: 10 });
    // 50 clusters at 10 an hour take five hours; of a hundred observed the rate is known to 20 %.
    expect(((pace?.earliestEnd ?? 0) - now) / hourMs).toBeCloseTo(500 / 119.6, 3);
    expect(((pace?.latestEnd ?? 0) - now) / hourMs).toBeCloseTo(500 / 80.4, 3);
  });

  test("has a wider interval the fewer clusters finished", () => {
    const width = (count: number) => {
      const { earliestEnd = 0, latestEnd = 0 } = rollOutPace(every(600 / count, count), 50, now) ?? {};
      return latestEnd - earliestEnd;
    };
    expect(width(10)).toBeGreaterThan(width(40));
    expect(width(40)).toBeGreaterThan(width(160));
    expect(width(160)).toBeGreaterThan(0);
  });

  test.each([
    ["when nothing is left", every(6, 50), 0],
    ["of fewer than ten clusters", every(6, 9), 5],
    ["of the first ten minutes", every(0.5, 12), 5],
    ["of more than a day, in which clusters were reconciled again", every(60, 30), 5],
    ["when nothing finished", [], 5],
  ])("is not told %s", (_case, finishedAt, remaining) => {
    expect(rollOutPace(finishedAt, remaining, now)).toBeUndefined();
  });
});
