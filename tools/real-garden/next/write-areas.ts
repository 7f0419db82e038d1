import { asStoredShootParts, randomShootParts } from "./any-shoot.ts";
import { type RandomInputGenerator, randomlyOmitted } from "./draw.ts";

/** Excluded: Gardener sorts `force-in-place-update` and another operation randomly, so that results are random. */
const asked = [
  ...[
    "reconcile",
    "retry",
    "maintain",
    "rotate-ssh-keypair",
    "reconcile;rotate-ssh-keypair",
    "rotate-ca-start",
    "rotate-credentials-start",
  ],
  ...[
    "rotate-credentials-start;rotate-ca-start",
    "rotate-credentials-complete",
    "rotate-etcd-encryption-key",
    "rotate-observability-credentials",
  ],
  ...[
    "force-in-place-update",
    "rollout-workers=first",
    "rotate-rollout-workers=first",
    "rotate-serviceaccount-key-complete",
    "reconcile;reconcile",
  ],
  ...["rotate-ca-start;retry"],
] as const;

const generation: RandomInputGenerator = (random, now) => {
  const { metadata, spec, status } = asStoredShootParts(
    randomShootParts(random, now, { deleting: 0.03, moving: 0.03 }),
  );
  const changes = [
    { operation: asked[random.int(0, asked.length - 1)] ?? "reconcile" },
    { operation: asked[random.int(0, asked.length - 1)] ?? "reconcile" },
    { hibernate: random.chance(0.7) },
    { schedules: "0 20 * * *" },
    { version: random.pick(["1.35.4", "1.35.2"]) },
  ] as const;
  return {
    change: random.pick(changes),
    respectSyncPeriodOverwrite: random.chance(0.4),
    shoot: {
      metadata,
      spec: {
        ...spec,
        hibernation: randomlyOmitted(random, 0.8, () => ({ enabled: random.chance(0.4) })),
        kubernetes: { version: "1.35.2" },
        provider: {
          type: "local",
          workers: [{ name: "first", minimum: 1, maximum: 2, machine: { type: "m" } }],
          workersSettings: { sshAccess: { enabled: random.chance(0.7) } },
        },
      },
      status: { ...status, observedGeneration: random.pick([5, 5, 5, 4]) },
    },
  };
};

export const writeAreas: Readonly<Record<string, RandomInputGenerator>> = {
  "next-generation": generation,
};
