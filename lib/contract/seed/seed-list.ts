import * as z from "zod/mini";

/** Condition or constraint of a Seed, as Gardener reports it. */
const seedConditionSchema = z.object({
  type: z.string(),
  status: z.string(),
  reason: z.exactOptional(z.string()),
  message: z.exactOptional(z.string()),
  lastTransitionTime: z.exactOptional(z.string()),
  lastUpdateTime: z.exactOptional(z.string()),
});
export type SeedCondition = z.infer<typeof seedConditionSchema>;

const keyValue = z.object({ key: z.string(), value: z.exactOptional(z.string()) });

/** Facts of one Seed for lists. */
export const listedSeedSchema = z.object({
  name: z.string(),
  provider: z.string(),
  region: z.string(),
  zones: z.array(z.string()),
  createdAt: z.exactOptional(z.string()),
  deletionRequestedAt: z.exactOptional(z.string()),
  /** Release of the Seed's gardenlet, such as `v1.150.0`. */
  gardener: z.exactOptional(z.string()),
  /** Kubernetes version of the Seed, such as `1.34.9`. */
  kubernetes: z.exactOptional(z.string()),
  /** Consequence of a Kubernetes version that Gardener does not support, or only until a later release. */
  kubernetesNote: z.exactOptional(z.string()),
  /** Whether the scheduler considers the Seed for new clusters. */
  visible: z.boolean(),
  /** Whether an operator has stopped all reconciliations on the Seed. */
  emergencyStop: z.boolean(),
  taints: z.array(keyValue),
  conditions: z.array(seedConditionSchema),
  constraints: z.array(seedConditionSchema),
  /** Number of clusters that the Seed can have; absent if it has no limit. */
  allocatable: z.exactOptional(z.number()),
  /**
   * Number of clusters that the Seed has, where a cluster that moves counts on both Seeds; absent if the user does not
   * see all clusters.
   */
  used: z.exactOptional(z.number()),
  lastOperation: z.exactOptional(
    z.object({
      type: z.exactOptional(z.string()),
      state: z.exactOptional(z.string()),
      description: z.exactOptional(z.string()),
      updatedAt: z.exactOptional(z.string()),
    }),
  ),
  /** End of the client certificate with which the gardenlet accesses the garden. */
  certificateExpiresAt: z.exactOptional(z.string()),
  /** Cluster that is this Seed, from its ManagedSeed. */
  cluster: z.exactOptional(z.object({ project: z.string(), name: z.string() })),
});
export type ListedSeed = z.infer<typeof listedSeedSchema>;

/** Response of GET /api/seeds: the Seeds that the user can list. */
export const seedListSchema = z.object({
  seeds: z.array(listedSeedSchema),
  /** Set when the user may not list Seeds. */
  unread: z.exactOptional(z.enum(["forbidden"])),
  /** Whether the user could read ManagedSeeds; if not, it is unknown which clusters are Seeds. */
  managedSeedsRead: z.boolean(),
});
export type SeedList = z.infer<typeof seedListSchema>;

/** Response of GET /api/seeds/{seed}. */
export const seedDetailSchema = z.object({
  seed: listedSeedSchema,
  managedSeedRead: z.boolean(),
  /** Whether the user may change the Seed; undefined if the access review failed. */
  mayChange: z.exactOptional(z.boolean()),
  /** The Seed as the garden has it, without managed fields. */
  object: z.record(z.string(), z.unknown()),
});
export type SeedDetail = z.infer<typeof seedDetailSchema>;
