import { formatInstant } from "#lib/kube/instant.ts";
import { hourMs, minuteMs } from "#lib/kube/time-units.ts";
import type { Random } from "#lib/random.ts";
import { goDuration, randomDistanceMs, randomPastTime } from "./any-moment.ts";
import { randomHibernationSchedules, randomRareSchedule } from "./any-schedules.ts";
import { randomGardenerField, randomLastOperation, randomShootNames } from "./any-shoot.ts";
import { type RandomInputGenerator, type RandomJson, randomlyOmitted, randomSubset } from "./draw.ts";

function sleeper(random: Random, now: number): RandomJson {
  const isNew = random.chance(0.3);
  return {
    metadata: {
      ...randomShootNames,
      generation: 7,
      creationTimestamp: randomPastTime(random, now),
      ...(random.chance(0.08) && {
        deletionTimestamp: formatInstant(now - randomDistanceMs(random)),
        finalizers: ["gardener"],
      }),
    },
    spec: {
      hibernation: {
        enabled: randomlyOmitted(random, 0.9, () => random.chance(0.5)),
        schedules: randomHibernationSchedules(random, now),
      },
    },
    status: {
      lastHibernationTriggerTime: randomlyOmitted(random, 0.5, () => randomPastTime(random, now)),
      ...(!isNew && {
        gardener: randomGardenerField(random),
        lastOperation: randomLastOperation(random, now),
        observedGeneration: random.pick([7, 7, 6]),
      }),
    },
  };
}

const hibernation: RandomInputGenerator = (random, now) => ({
  shoot: sleeper(random, now),
  triggerDeadline: goDuration(
    random.pick([2 * hourMs, 2 * hourMs, 2 * hourMs, 10 * minuteMs, 24 * hourMs, 200 * hourMs]),
  ),
});

const run: RandomInputGenerator = (random, now) => ({
  checks: 6,
  shoot: sleeper(random, now),
  triggerDeadline: "2h0m0s",
});

const wake: RandomInputGenerator = (random, now) => {
  const old = randomHibernationSchedules(random, now);
  const changed = old.map((one) =>
    random.chance(0.5) ? one : { ...one, location: random.pick([undefined, "", "UTC", "Asia/Tokyo"]) },
  );
  const next = random.pick([old, changed, changed.toReversed(), randomHibernationSchedules(random, now), undefined]);
  const shoot = (schedules: unknown): RandomJson => ({
    metadata: randomShootNames,
    spec: { hibernation: random.chance(0.05) ? undefined : { enabled: random.chance(0.5), schedules } },
  });
  return { old: shoot(random.chance(0.05) ? undefined : old), new: shoot(next) };
};

const never: RandomInputGenerator = (random, now) => {
  const schedules = [
    ...randomHibernationSchedules(random, now, 1),
    ...Array.from({ length: random.int(0, 2) }, () => randomRareSchedule(random)),
  ];
  return {
    shoot: {
      metadata: { ...randomShootNames, generation: 7, creationTimestamp: randomPastTime(random, now) },
      spec: { hibernation: { schedules: schedules.toSorted(() => random.int(-1, 1)) } },
      status: {},
    },
    triggerDeadline: "2h0m0s",
  };
};

const resources = ["configmaps", "secrets", "deployments.apps", "configmaps."] as const;
const etcdPhases = ["Preparing", "Prepared", "Completing", "Completed"] as const;
const keyPhases = ["PreparingWithoutWorkersRollout", "WaitingForWorkersRollout", ...etcdPhases] as const;

const sleepRefused: RandomInputGenerator = (random, now) => ({
  enabled: random.chance(0.8),
  shoot: {
    metadata: randomShootNames,
    spec: {
      seedName: random.pick(["own-seed", "own-seed", "own-seed", "new-seed"]),
      hibernation: { enabled: randomlyOmitted(random, 0.9, () => random.chance(0.25)) },
      kubernetes: {
        version: "1.35.2",
        kubeAPIServer: randomlyOmitted(random, 0.3, () => ({
          encryptionConfig: { resources: randomSubset(random, resources, 0.3) },
        })),
      },
    },
    status: {
      seedName: "own-seed",
      lastOperation: randomLastOperation(random, now),
      constraints: randomlyOmitted(random, 0.6, () => [
        {
          type: "HibernationPossible",
          status: random.pick(["True", "True", "False", "Unknown", "Progressing"]),
          reason: "x",
          message: "x",
        },
      ]),
      credentials: randomlyOmitted(random, 0.7, () => ({
        encryptionAtRest: randomlyOmitted(random, 0.4, () => ({ resources: randomSubset(random, resources, 0.3) })),
        rotation: randomlyOmitted(random, 0.9, () => ({
          etcdEncryptionKey: randomlyOmitted(random, 0.5, () => ({ phase: random.pick(etcdPhases) })),
          serviceAccountKey: randomlyOmitted(random, 0.5, () => ({ phase: random.pick(keyPhases) })),
        })),
      })),
    },
  },
});

export const hibernationAreas: Readonly<Record<string, RandomInputGenerator>> = {
  "next-hibernation": hibernation,
  "next-hibernation-run": run,
  "next-hibernation-wake": wake,
  "next-hibernation-never": never,
  "next-sleep-refused": sleepRefused,
};
