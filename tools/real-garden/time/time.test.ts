import { describe, expect, test } from "vitest";
import type { HibernationSchedule, Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "#lib/kube/time-units.ts";
import { isCronSpec } from "#lib/policy/hibernation/cron.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { newestRelease } from "../release.ts";
import { foreseeTime, judgeTime, noteTime, type SeenTime, type TimeSubject, type TimeWatch } from "./compare-time.ts";
import { lifeCases } from "./life-cases.ts";
import { timeLandscape } from "./plant-time.ts";
import { sleepCases } from "./sleep-cases.ts";

const now = Date.parse("2026-11-22T10:00:20Z");
const dueAt = Date.parse("2026-11-22T10:04:00Z");
const watch: TimeWatch = {
  release: newestRelease,
  fromAt: now + minuteMs,
  untilAt: dueAt + 2 * minuteMs,
  periodMs: 15 * secondMs,
};

interface Parts {
  readonly schedules?: readonly HibernationSchedule[];
  readonly end?: number;
  readonly status?: Shoot["status"];
}

function shootWith({ schedules = [], end, status = {} }: Parts): Shoot {
  return {
    metadata: {
      name: "t1",
      namespace: "garden-m1",
      creationTimestamp: formatInstant(now - dayMs),
      annotations: end === undefined ? {} : { [annotations.expiration]: formatInstant(end) },
    },
    spec: {
      kubernetes: { version: "1.33.1" },
      provider: { type: "local", workers: [{ name: "p", machine: { type: "m" } }] },
      credentialsBindingName: "two-days",
      hibernation: { enabled: false, schedules },
    },
    status: {
      gardener: { version: newestRelease.version },
      lastOperation: { type: "Reconcile", state: "Succeeded" },
      ...status,
    },
  };
}

const quotas: readonly KubeObject[] = [{ metadata: { name: "q" }, ...{ spec: { clusterLifetimeDays: 2 } } }];

function differencesOf(subject: TimeSubject, seen: SeenTime): readonly string[] {
  return judgeTime(foreseeTime(subject, watch), seen, watch);
}

/** As the controller-manager leaves it when it executes a schedule. */
function executed(shoot: Shoot, atMs: number, enabled = true): Shoot {
  const { spec, status } = shoot;
  return {
    ...shoot,
    spec: { ...spec, hibernation: { ...spec.hibernation, enabled } },
    status: { ...status, lastHibernationTriggerTime: formatInstant(atMs) },
  };
}

function deleted(shoot: Shoot, atMs: number, confirmed = true): Shoot {
  const { metadata } = shoot;
  const confirmation = confirmed ? { [annotations.confirmDeletion]: "true" } : {};
  return {
    ...shoot,
    metadata: {
      ...metadata,
      deletionTimestamp: formatInstant(atMs),
      annotations: { ...metadata.annotations, ...confirmation },
    },
  };
}

describe("a cluster that shall fall asleep", () => {
  const lasting = now + dayMs;
  const shoot = shootWith({ schedules: [{ start: "4 10 * * *" }], end: lasting });
  const subject: TimeSubject = { shoot, quotas };
  const seenAs = (after: Shoot) => noteTime(shoot, after, undefined);

  test("agrees when it does at its time", () => {
    expect(differencesOf(subject, seenAs(executed(shoot, dueAt)))).toEqual([]);
    expect(differencesOf(subject, seenAs(executed(shoot, dueAt + 5 * secondMs)))).toEqual([]);
  });

  test.each([
    [
      "before its time",
      executed(shoot, dueAt - 2 * secondMs),
      /^falls asleep from 2026-11-22T10:04:00Z .*: falls asleep at 2026-11-22T10:03:58Z$/,
    ],
    ["much later", executed(shoot, dueAt + 50 * secondMs), /falls asleep at 2026-11-22T10:04:50Z$/],
    ["never", shoot, /it never did$/],
    ["by waking up", executed(shoot, dueAt, false), /wakes up at 2026-11-22T10:04:00Z$/],
  ])("differs when it does so %s", (_, after, words) => {
    expect(differencesOf(subject, seenAs(after))[0]).toMatch(words);
  });

  test("differs when it does so twice", () => {
    const once = seenAs(executed(shoot, dueAt));
    const twice = noteTime(shoot, executed(shoot, dueAt + minuteMs), once);
    expect(differencesOf(subject, twice)).toEqual(["falls asleep at 2026-11-22T10:05:00Z, foreseen never"]);
  });

  test.each([
    ["it has failed", { lastOperation: { type: "Reconcile", state: "Failed" } }],
    ["its keys are rotated", { credentials: { rotation: { etcdEncryptionKey: { phase: "Preparing" } } } }],
  ])("shall not when %s, and differs when it does", (_, status) => {
    const kept = shootWith({ schedules: [{ start: "4 10 * * *" }], end: lasting, status });
    const told = { shoot: kept, quotas };
    expect(differencesOf(told, noteTime(kept, kept, undefined))).toEqual([]);
    expect(differencesOf(told, noteTime(kept, executed(kept, dueAt), undefined))).toContain(
      "falls asleep at 2026-11-22T10:04:00Z, foreseen never",
    );
  });

  test("does so at once when its schedule is written after its time, and when what hindered it is gone", () => {
    const late = shootWith({ schedules: [{ start: "50 9 * * *" }], end: lasting });
    const before = shootWith({ end: lasting });
    const at = now + 2 * minuteMs;
    expect(
      differencesOf(
        { shoot: before, quotas, written: { at, before, after: late } },
        noteTime(before, executed(late, at), undefined),
      ),
    ).toEqual([]);

    const hindered = shootWith({
      schedules: [{ start: "4 10 * * *" }],
      end: lasting,
      status: { constraints: [{ type: "HibernationPossible", status: "False" }] },
    });
    const written = { at: dueAt + 15 * secondMs, before: hindered, after: shoot };
    expect(
      differencesOf(
        { shoot: hindered, quotas, written },
        noteTime(hindered, executed(shoot, dueAt + 30 * secondMs), undefined),
      ),
    ).toEqual([]);
    expect(differencesOf({ shoot: hindered, quotas, written }, noteTime(hindered, shoot, undefined))[0]).toMatch(
      /it never did$/,
    );
  });
});

describe("a cluster whose lifetime ends", () => {
  const shoot = shootWith({ end: dueAt });
  const seenAs = (after: Shoot, before = shoot) => noteTime(before, after, undefined);

  test("agrees when it is deleted at a look after that", () => {
    expect(differencesOf({ shoot, quotas }, seenAs(deleted(shoot, dueAt + 12 * secondMs)))).toEqual([]);
  });

  test.each([
    [
      "is deleted before",
      deleted(shoot, dueAt - minuteMs),
      "deleted at 2026-11-22T10:03:00Z, foreseen 2026-11-22T10:04:00Z to 2026-11-22T10:04:15Z",
    ],
    ["is deleted without a confirmation", deleted(shoot, dueAt + secondMs, false), "deleted without a confirmation"],
    ["stays", shoot, "not deleted from 2026-11-22T10:04:00Z to 2026-11-22T10:04:15Z"],
    ["loses its end", shootWith({}), "its end is none at last, foreseen 2026-11-22T10:04:00Z"],
  ])("differs when it %s", (_, after, words) => {
    expect(differencesOf({ shoot, quotas }, seenAs(after))).toContain(words);
  });

  test("is deleted at the first look of a controller-manager that did not run at its end, and not later", () => {
    const over = shootWith({ end: now - 2 * hourMs });
    const differences = (atMs: number) => differencesOf({ shoot: over, quotas }, seenAs(deleted(over, atMs), over));
    expect(differences(watch.fromAt + 10 * secondMs)).toEqual([]);
    expect(differences(watch.fromAt + minuteMs)).toHaveLength(2);
  });

  test("differs from its sentence where no quota gives a lifetime", () => {
    const unbound = shootWith({});
    expect(differencesOf({ shoot, quotas: [] }, seenAs(unbound))).toEqual([
      "not deleted, and the sentence said so of 2026-11-22T10:04:00Z",
    ]);
  });

  test("differs when it is deleted and the sentence said nothing of it", () => {
    const young = shootWith({});
    expect(differencesOf({ shoot: young, quotas }, seenAs(deleted(young, dueAt), young))).toContain(
      "deleted, and the sentence said nothing of it",
    );
  });

  test("gets its end from its quota", () => {
    const young = shootWith({});
    expect(differencesOf({ shoot: young, quotas }, seenAs(shootWith({ end: now + dayMs }), young))).toEqual([]);
    expect(differencesOf({ shoot: young, quotas }, seenAs(young, young))).toEqual([
      `its end is none at last, foreseen ${formatInstant(now + dayMs)}`,
    ]);
  });
});

describe("the cases", () => {
  const all = [...sleepCases, ...lifeCases];

  test("have names of their own", () => {
    const names = all.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test("have schedules that Gardener can read", () => {
    const { shoots } = timeLandscape(all, newestRelease.version, { now, dueAt });
    const texts = shoots.flatMap(({ spec }) =>
      (spec.hibernation?.schedules ?? []).flatMap(({ start, end }) => [start ?? [], end ?? []].flat()),
    );
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => !isCronSpec(text))).toEqual([]);
  });
});
