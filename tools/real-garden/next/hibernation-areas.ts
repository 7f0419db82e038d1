import { formatInstant } from "#lib/kube/instant.ts";
import { hourMs, minuteMs } from "#lib/kube/time-units.ts";
import type { Random } from "#lib/random.ts";
import { anyDistance, anyPast, goDuration } from "./any-moment.ts";
import { anySchedules, rareSchedule } from "./any-schedules.ts";
import { anyGardener, anyOperation, randomShootNames } from "./any-shoot.ts";
import { type Draw, type Drawn, maybe, someOf } from "./draw.ts";

function sleeper(random: Random, now: number): Drawn {
  const isNew = random.chance(0.3);
  return {
    metadata: {
      ...randomShootNames,
      generation: 7,
      creationTimestamp: anyPast(random, now),
      ...(random.chance(0.08) && {
        deletionTimestamp: formatInstant(now - anyDistance(random)),
        finalizers: ["gardener"],
      }),
    },
    spec: {
      hibernation: { enabled: maybe(random, 0.9, () => random.chance(0.5)), schedules: anySchedules(random, now) },
    },
    status: {
      lastHibernationTriggerTime: maybe(random, 0.5, () => anyPast(random, now)),
      ...(!isNew && {
        gardener: anyGardener(random),
        lastOperation: anyOperation(random, now),
        observedGeneration: random.pick([7, 7, 6]),
      }),
    },
  };
}

const hibernation: Draw = (random, now) => ({
  shoot: sleeper(random, now),
  triggerDeadline: goDuration(
    random.pick([2 * hourMs, 2 * hourMs, 2 * hourMs, 10 * minuteMs, 24 * hourMs, 200 * hourMs]),
  ),
});

const run: Draw = (random, now) => ({ checks: 6, shoot: sleeper(random, now), triggerDeadline: "2h0m0s" });

const wake: Draw = (random, now) => {
  const old = anySchedules(random, now);
  const changed = old.map((one) =>
    random.chance(0.5) ? one : { ...one, location: random.pick([undefined, "", "UTC", "Asia/Tokyo"]) },
  );
  const next = random.pick([old, changed, changed.toReversed(), anySchedules(random, now), undefined]);
  const shoot = (schedules: unknown): Drawn => ({
    metadata: randomShootNames,
    spec: { hibernation: random.chance(0.05) ? undefined : { enabled: random.chance(0.5), schedules } },
  });
  return { old: shoot(random.chance(0.05) ? undefined : old), new: shoot(next) };
};

const never: Draw = (random, now) => {
  const schedules = [
    ...anySchedules(random, now, 1),
    ...Array.from({ length: random.int(0, 2) }, () => rareSchedule(random)),
  ];
  return {
    shoot: {
      metadata: { ...randomShootNames, generation: 7, creationTimestamp: anyPast(random, now) },
      spec: { hibernation: { schedules: schedules.toSorted(() => random.int(-1, 1)) } },
      status: {},
    },
    triggerDeadline: "2h0m0s",
  };
};

const resources = ["configmaps", "secrets", "deployments.apps", "configmaps."] as const;
const etcdPhases = ["Preparing", "Prepared", "Completing", "Completed"] as const;
const keyPhases = ["PreparingWithoutWorkersRollout", "WaitingForWorkersRollout", ...etcdPhases] as const;

const sleepRefused: Draw = (random, now) => ({
  enabled: random.chance(0.8),
  shoot: {
    metadata: randomShootNames,
    spec: {
      seedName: random.pick(["own-seed", "own-seed", "own-seed", "new-seed"]),
      hibernation: { enabled: maybe(random, 0.9, () => random.chance(0.25)) },
      kubernetes: {
        version: "1.35.2",
        kubeAPIServer: maybe(random, 0.3, () => ({ encryptionConfig: { resources: someOf(random, resources, 0.3) } })),
      },
    },
    status: {
      seedName: "own-seed",
      lastOperation: anyOperation(random, now),
      constraints: maybe(random, 0.6, () => [
        {
          type: "HibernationPossible",
          status: random.pick(["True", "True", "False", "Unknown", "Progressing"]),
          reason: "x",
          message: "x",
        },
      ]),
      credentials: maybe(random, 0.7, () => ({
        encryptionAtRest: maybe(random, 0.4, () => ({ resources: someOf(random, resources, 0.3) })),
        rotation: maybe(random, 0.9, () => ({
          etcdEncryptionKey: maybe(random, 0.5, () => ({ phase: random.pick(etcdPhases) })),
          serviceAccountKey: maybe(random, 0.5, () => ({ phase: random.pick(keyPhases) })),
        })),
      })),
    },
  },
});

export const hibernationAreas: Readonly<Record<string, Draw>> = {
  "next-hibernation": hibernation,
  "next-hibernation-run": run,
  "next-hibernation-wake": wake,
  "next-hibernation-never": never,
  "next-sleep-refused": sleepRefused,
};
