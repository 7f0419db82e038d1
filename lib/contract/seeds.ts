import * as z from "zod/mini";

const keyValue = z.object({ key: z.string(), value: z.exactOptional(z.string()) });

/** What the scheduler would do with a cluster now, as far as the user's data tell. */
export const expectedSeedSchema = z.object({
  /**
   * `chosen`: there is one possible Seed; `one-of`: several, or it is unknown how full it is; `only-by-distance`: possible Seeds are in other regions, and
   * the scheduler's strategy decides whether it takes them; `none`: the cluster waits.
   */
  state: z.enum(["chosen", "one-of", "only-by-distance", "none"]),
  /** Names of the Seeds of which the scheduler would take one. */
  possible: z.array(z.string()),
  sentence: z.string(),
  /** If there is none: why the Seeds that got furthest are refused, and who can change that by what. */
  reasons: z.array(
    z.object({
      sentence: z.string(),
      remedy: z.string(),
      by: z.enum(["Owner", "Operator"]),
      seeds: z.array(z.string()),
    }),
  ),
});
export type ExpectedSeedAnswer = z.infer<typeof expectedSeedSchema>;

/** Response of GET /api/clusters/{project}/{name}/seeds (user's credential): whether each Seed can host the cluster. */
export const seedChoiceSchema = z.object({
  seeds: z.array(
    z.object({
      name: z.string(),
      provider: z.string(),
      region: z.string(),
      /** Kubernetes version of the Seed, such as `1.34.9`; absent if the Seed does not report it. */
      kubernetes: z.exactOptional(z.string()),
      /** Consequence of a Kubernetes version that Gardener does not support, or only until a later release. */
      kubernetesNote: z.exactOptional(z.string()),
      taints: z.array(keyValue),
      /** Whether this Seed runs the cluster's control plane. */
      current: z.boolean(),
      usable: z.boolean(),
      /** Reasons why the scheduler would not choose the Seed, in the order of its filters; it stops at the first. */
      obstacles: z.array(z.object({ sentence: z.string(), reason: z.string(), by: z.enum(["Owner", "Operator"]) })),
    }),
  ),
  /** What the scheduler would do if it had to choose now; undefined if the Seeds are not read. */
  expected: z.exactOptional(expectedSeedSchema),
  /** Set when the user may not list Seeds. */
  unread: z.exactOptional(z.enum(["forbidden"])),
  /** Tolerations of the Shoot. `listed`: whether the project's whitelist, if readable, contains the toleration. */
  tolerations: z.array(z.object({ ...keyValue.shape, listed: z.exactOptional(z.boolean()) })),
  project: z.exactOptional(z.object({ defaults: z.array(keyValue), whitelist: z.array(keyValue) })),
  projectUnread: z.exactOptional(z.enum(["forbidden", "not-found"])),
  /** Whether the CloudProfile could be read; if not, its Seed selector is not considered. */
  profileRead: z.boolean(),
  /** Whether the user sees all clusters; if not, it is unknown whether a Seed is full. */
  capacityKnown: z.boolean(),
});
export type SeedChoice = z.infer<typeof seedChoiceSchema>;
