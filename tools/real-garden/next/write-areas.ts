import { asStored, randomShootParts } from "./any-shoot.ts";
import { type Draw, maybe } from "./draw.ts";

/** With `force-in-place-update` beside another one, Gardener's own answer is one of chance: it puts them in a random order. */
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

const generation: Draw = (random, now) => {
  const { metadata, spec, status } = asStored(randomShootParts(random, now, { deleting: 0.03, moving: 0.03 }));
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
        hibernation: maybe(random, 0.8, () => ({ enabled: random.chance(0.4) })),
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

export const writeAreas: Readonly<Record<string, Draw>> = {
  "next-generation": generation,
};
