import { describe, expect, test } from "vitest";
import { minuteMs } from "#lib/kube/time-units.ts";
import { createRandom } from "#lib/random.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { rollOutPace, rollOutStateOf } from "./roll-out.ts";
import { operationStateOfRow } from "./row-operation.ts";

describe("a cluster in a roll-out of its Seed's gardenlet", () => {
  const [before, present] = ["v1.149.3", "v1.150.0"];
  const cluster = (
    gardenerVersion: string | undefined,
    state: string | undefined,
    subject = "",
    turn = "Gardener",
  ) => ({
    gardenerVersion,
    ...(state !== undefined && { lastOperation: { state } }),
    next: { subject, turn },
  });

  test.each([
    ["waits while another gardenlet reconciled it last", cluster(before, "Succeeded", "healthy"), "waiting"],
    ["waits also if it failed before", cluster(before, "Failed", "about-to-retry"), "waiting"],
    ["waits if no gardenlet ever reconciled it", cluster(undefined, undefined, "never-reconciled"), "waiting"],
    ["is done once the new gardenlet succeeded", cluster(present, "Succeeded", "healthy"), "done"],
    ["stays done if it is ignored afterwards", cluster(present, "Succeeded", "ignored", "Operator"), "done"],
    ["runs while the new gardenlet works on it", cluster(present, "Processing", "reconciling"), "running"],
    ["is retrying, not failed, in Error", cluster(present, "Error", "retrying", "Owner"), "retrying"],
    ["has failed when Gardener does not go on by itself", cluster(present, "Failed", "failed", "Owner"), "failed"],
    ["is retrying when Gardener begins again after Failed", cluster(present, "Failed", "about-to-retry"), "retrying"],
    ["is retrying when Gardener goes on after Aborted", cluster(present, "Aborted", "resuming"), "retrying"],
    ["is held, not running, on a stopped Seed", cluster(present, "Processing", "seed-stopped", "Operator"), "held"],
    ["is held, not running, on a silent Seed", cluster(present, "Processing", "seed-silent", "Operator"), "held"],
    ["is held, not running, if it is ignored", cluster(present, "Processing", "ignored", "Operator"), "held"],
    ["is held, not retrying, if it is ignored", cluster(present, "Error", "ignored", "Operator"), "held"],
    ["is held, not waiting, if it is ignored", cluster(before, "Succeeded", "ignored", "Operator"), "held"],
    ["is held while it waits for another Seed", cluster(before, "Succeeded", "leaving-seed", "Operator"), "held"],
    ["is held, not waiting, if the new gardenlet skipped it", cluster(present, "Pending", "skipped"), "held"],
    ["is not known in a state that this build does not know", cluster(present, "Dreaming"), "unknown"],
    ["is not known before its first operation", cluster(present, undefined), "unknown"],
  ] as const)("%s", (_rule, row, expected) => {
    expect(rollOutStateOf(row, present)).toBe(expected);
  });

  test("waits if only an annotation that possibly counts holds it back", () => {
    const row = {
      ...cluster(before, "Succeeded"),
      next: { subject: "healthy", turn: "Nobody", notes: ["perhaps-ignored"] },
    };
    expect(rollOutStateOf(row, present)).toBe("waiting");
  });

  test("is never done or waiting in deletion, and its failure is not lost", () => {
    const deletionRequestedAt = "2026-11-30T10:00:00Z";
    const inDeletion = (row: ReturnType<typeof cluster>) => rollOutStateOf({ ...row, deletionRequestedAt }, present);
    expect(inDeletion(cluster(present, "Succeeded", "deletion-requested"))).toBe("held");
    expect(inDeletion(cluster(before, "Succeeded", "deletion-requested"))).toBe("held");
    expect(inDeletion(cluster(present, "Failed", "deletion-failed", "Owner"))).toBe("failed");
  });

  const operations = ["Succeeded", "Processing", "Error", "Failed", "Aborted"];
  const heldBy = ["ignored", "seed-stopped", "seed-silent", "seed-not-ready"];

  test.each(
    operations.flatMap((state) => [
      cluster(present, state, "healthy"),
      cluster(present, state, "retrying"),
      ...(state === "Failed" ? [cluster(present, state, "failed", "Owner")] : []),
      ...heldBy.map((subject) => cluster(present, state, subject, "Operator")),
    ]),
  )("is in the state that other pages name, once begun: %o", (row) => {
    const state = operationStateOfRow(row);
    expect(rollOutStateOf(row, present)).toBe({ ended: "done", "begins-again": "retrying" }[String(state)] ?? state);
  });

  test("is not known where the Seed reports no release", () => {
    expect(rollOutStateOf(cluster(present, "Succeeded", "healthy"), undefined)).toBe("unknown");
  });
});

describe("the pace of a roll-out", () => {
  const now = Date.UTC(2026, 10, 30, 12);
  const every = (minutes: number, count: number) =>
    Array.from({ length: count }, (_, index) => now - (index + 1) * minutes * minuteMs);
  const paceOf = (finishedAt: readonly number[], remaining: number) => {
    const pace = rollOutPace(finishedAt, remaining, now);
    if (typeof pace === "string") throw new Error(`no pace: ${pace}`);
    return pace;
  };

  test("is the number of clusters that finished after the first one over the time since", () => {
    expect(paceOf(every(0.5, 81), 50)).toMatchObject({ finished: 80, since: now - 40.5 * minuteMs });
    expect(paceOf(every(0.5, 81), 50).perHour).toBeCloseTo((80 * 60) / 40.5, 6);
  });

  test("has a wider interval the fewer clusters finished, and a wide one for a single cluster that is left", () => {
    const width = (count: number, remaining: number) => {
      const { earliestEnd, latestEnd } = paceOf(every(40 / count, count), remaining);
      return latestEnd - earliestEnd;
    };
    expect(width(10, 50)).toBeGreaterThan(width(40, 50));
    expect(width(40, 50)).toBeGreaterThan(width(160, 50));
    // 1 of 100 clusters is left, which takes 0.4 minutes on average, and up to 1.5.
    expect(width(100, 1) / minuteMs).toBeCloseTo(1.46, 1);
  });

  test.each([
    ["of fewer than ten clusters", every(4, 9), "early"],
    ["of the first ten minutes", every(0.5, 12), "early"],
    ["when nothing finished", [], "early"],
    ["an hour after the first end, when clusters were reconciled again", every(2, 26), "late"],
    ["of less that finished long ago", every(600, 5), "late"],
  ] as const)("is not told %s", (_case, finishedAt, why) => {
    expect(rollOutPace(finishedAt, 5, now)).toBe(why);
  });

  const rounds = caseCount(400, 4_000);
  // [expected number of finished clusters after the first, remaining]
  test.each([
    [10, 1],
    [15, 5],
    [30, 1],
    [30, 30],
    [100, 1],
    [100, 50],
    [100, 300],
  ])("covers the true end in 95 of 100 roll-outs: about %i finished, %i remain", (finished, remaining) => {
    const random = createRandom(finished * 1_000 + remaining, "roll-outs");
    const gap = () => -Math.log1p(-random.next());
    const windowMs = 40 * minuteMs;
    let [told, covered] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const ends: number[] = [0];
      for (let at = gap(); at < finished; at += gap()) ends.push(at);
      const toMs = (at: number) => now + ((at - finished) * windowMs) / finished;
      const pace = rollOutPace(ends.map(toMs), remaining, now);
      if (typeof pace === "string") continue;
      let last = finished;
      for (let left = remaining; left > 0; left--) last += gap();
      told++;
      if (toMs(last) >= pace.earliestEnd && toMs(last) <= pace.latestEnd) covered++;
    }
    expect(told).toBeGreaterThan(0.45 * rounds);
    expect(covered / told).toBeGreaterThanOrEqual(0.93);
    // An interval that covers everything says nothing.
    expect(covered / told).toBeLessThanOrEqual(0.99);
  });
});
