import type { HibernationSchedule, Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs, hourMs, minuteMs } from "#lib/kube/time-units.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import {
  dailyAt,
  type TimeAct,
  type TimeCase,
  type TimeMoment,
  withAnnotation,
  withOperation,
  withSpec,
  withStatus,
} from "./time-case.ts";

type Schedules = readonly [HibernationSchedule, ...HibernationSchedule[]];

function scheduled(shoot: Shoot, schedules: Schedules, enabled = false): Shoot {
  return withSpec(shoot, { hibernation: { enabled, schedules } });
}

/** Long ago: what has passed since counts as missed. */
function triggeredYesterday(shoot: Shoot, { now }: TimeMoment): Shoot {
  return withStatus(shoot, { lastHibernationTriggerTime: formatInstant(now - dayMs) });
}

const toSleep = (shoot: Shoot, { dueAt }: TimeMoment) => scheduled(shoot, [{ start: dailyAt(dueAt) }]);
const toWake = (shoot: Shoot, { dueAt }: TimeMoment) => scheduled(shoot, [{ end: dailyAt(dueAt) }], true);

function missed(shoot: Shoot, moment: TimeMoment, agoMs: number): Shoot {
  return triggeredYesterday(scheduled(shoot, [{ start: dailyAt(moment.now - agoMs) }]), moment);
}

function constrained(shoot: Shoot, status: string): Shoot {
  const lastTransitionTime = formatInstant(Date.parse("2026-01-01T00:00:00Z"));
  const times = { lastTransitionTime, lastUpdateTime: lastTransitionTime };
  return withStatus(shoot, {
    constraints: [{ type: "HibernationPossible", status, reason: "Reason", message: "A message.", ...times }],
  });
}

function rotating(shoot: Shoot, family: "etcdEncryptionKey" | "serviceAccountKey", phase: string): Shoot {
  return withStatus(shoot, { credentials: { rotation: { [family]: { phase } } } });
}

const schedulesAdded: TimeAct = {
  when: "before",
  of: "object",
  body: ({ now }) => ({ spec: { hibernation: { schedules: [{ start: dailyAt(now - 30 * minuteMs) }] } } }),
};

/** Clusters that fall asleep, wake up, or do not. */
export const sleepCases: readonly TimeCase[] = [
  { name: "falls asleep at its time", shape: toSleep },
  { name: "wakes up at its time", shape: toWake },
  { name: "without workers falls asleep at its time", workerless: true, shape: toSleep },
  {
    name: "falls asleep by the clock of its zone",
    shape: (shoot, { dueAt }) => scheduled(shoot, [{ start: dailyAt(dueAt, 330), location: "Asia/Kolkata" }]),
  },
  {
    name: "falls asleep and wakes up a minute later",
    shape: (shoot, { dueAt }) => scheduled(shoot, [{ start: dailyAt(dueAt), end: dailyAt(dueAt + minuteMs) }]),
  },
  {
    name: "wakes up and falls asleep by two schedules",
    shape: (shoot, { dueAt }) =>
      scheduled(shoot, [{ start: dailyAt(dueAt + minuteMs) }, { end: dailyAt(dueAt), location: "UTC" }], true),
  },
  {
    name: "sleeps when a start and an end of one entry come together",
    shape: (shoot, { dueAt }) =>
      scheduled(shoot, [{ start: dailyAt(dueAt), end: dailyAt(dueAt).replace("* * *", "* * 0-6") }]),
  },
  {
    name: "sleeps already at the time to fall asleep",
    shape: (shoot, { dueAt }) => scheduled(shoot, [{ start: dailyAt(dueAt) }], true),
  },
  { name: "has no schedule", shape: (shoot) => shoot },
  {
    name: "has a schedule that comes in an hour",
    shape: (shoot, { dueAt }) =>
      scheduled(shoot, [{ start: dailyAt(dueAt + hourMs), end: dailyAt(dueAt + 2 * hourMs) }]),
  },
  { name: "missed a time half an hour ago", shape: (shoot, moment) => missed(shoot, moment, 30 * minuteMs) },
  { name: "missed a time 110 minutes ago", shape: (shoot, moment) => missed(shoot, moment, 110 * minuteMs) },
  { name: "missed a time three hours ago", shape: (shoot, moment) => missed(shoot, moment, 3 * hourMs) },
  {
    name: "is younger than the time that has passed",
    shape: (shoot, { now }) => scheduled(shoot, [{ start: dailyAt(now - 10 * minuteMs) }]),
  },
  {
    name: "was woken by a person after its time",
    shape: (shoot, { now }) =>
      withStatus(scheduled(shoot, [{ start: dailyAt(now - 30 * minuteMs) }]), {
        lastHibernationTriggerTime: formatInstant(now - 29 * minuteMs),
      }),
  },
  {
    name: "gets a schedule half an hour after its time",
    shape: (shoot, moment) => triggeredYesterday(shoot, moment),
    act: schedulesAdded,
  },
  {
    name: "gets a schedule after its time, and is younger than that",
    shape: (shoot) => shoot,
    act: schedulesAdded,
  },
  {
    name: "loses its schedule before the time",
    shape: toSleep,
    act: { when: "before", of: "object", body: () => ({ spec: { hibernation: { schedules: null } } }) },
  },
  {
    name: "is put to sleep by hand, and its schedule wakes it",
    shape: (shoot, { dueAt }) => scheduled(shoot, [{ end: dailyAt(dueAt) }]),
    act: { when: "before", of: "object", body: () => ({ spec: { hibernation: { enabled: true } } }) },
  },
  {
    name: "is told to be ignored",
    shape: (shoot, moment) => withAnnotation(toSleep(shoot, moment), annotations.ignore, "true"),
  },
  {
    name: "is in the middle of an operation",
    shape: (shoot, moment) => withOperation(toSleep(shoot, moment), "Reconcile", "Processing"),
  },
  {
    name: "failed, and nothing has changed since",
    shape: (shoot, moment) => withOperation(toSleep(shoot, moment), "Reconcile", "Failed"),
  },
  {
    name: "failed, and has changed since",
    shape: (shoot, moment) =>
      withStatus(withOperation(toSleep(shoot, moment), "Reconcile", "Failed"), { observedGeneration: 0 }),
  },
  {
    name: "failed under an older Gardener",
    shape: (shoot, moment) =>
      withStatus(withOperation(toSleep(shoot, moment), "Reconcile", "Failed"), {
        gardener: { ...shoot.status?.gardener, version: "v1.101.0" },
      }),
  },
  { name: "cannot be hibernated now", shape: (shoot, moment) => constrained(toSleep(shoot, moment), "False") },
  { name: "may perhaps not be hibernated", shape: (shoot, moment) => constrained(toSleep(shoot, moment), "Unknown") },
  {
    name: "could not be hibernated, and wakes up",
    shape: (shoot, moment) => constrained(toWake(shoot, moment), "False"),
  },
  {
    name: "cannot be hibernated at its time, and can be soon after",
    shape: (shoot, moment) => constrained(toSleep(shoot, moment), "False"),
    act: { when: "after", of: "status", body: () => ({ status: { constraints: [] } }) },
  },
  {
    name: "rotates its etcd encryption key",
    shape: (shoot, moment) => rotating(toSleep(shoot, moment), "etcdEncryptionKey", "Preparing"),
  },
  {
    name: "has prepared the rotation of its etcd encryption key",
    shape: (shoot, moment) => rotating(toSleep(shoot, moment), "etcdEncryptionKey", "Prepared"),
  },
  {
    name: "rotates its ServiceAccount key",
    shape: (shoot, moment) => rotating(toSleep(shoot, moment), "serviceAccountKey", "Completing"),
  },
  {
    name: "rotates its ServiceAccount key without a rollout",
    shape: (shoot, moment) => rotating(toSleep(shoot, moment), "serviceAccountKey", "PreparingWithoutWorkersRollout"),
  },
  {
    name: "plans to rotate its etcd encryption key in the window",
    shape: toSleep,
    act: {
      when: "before",
      of: "object",
      body: () => ({
        metadata: { annotations: { [annotations.maintenanceOperation]: "rotate-etcd-encryption-key-start" } },
      }),
    },
  },
  {
    name: "is being moved at the time to fall asleep",
    shape: (shoot, moment) => withOperation(toSleep(shoot, moment), "Migrate", "Processing"),
  },
  {
    name: "is being restored at the time to wake up",
    shape: (shoot, moment) => withOperation(toWake(shoot, moment), "Restore", "Processing"),
  },
  {
    name: "counts from whenever somebody looks",
    shape: (shoot) => scheduled(shoot, [{ start: "@every 10s" }]),
    known:
      "no clock tells when `@every` comes: Gardener counts from its last look (pkg/utils/hibernation), and no time is announced",
  },
];
