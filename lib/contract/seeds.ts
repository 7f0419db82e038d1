import * as z from "zod/mini";

const keyValue = z.object({ key: z.string(), value: z.exactOptional(z.string()) });

/** GET /api/clusters/{project}/{name}/seeds, read with the user's own credential: the scheduler's view of each Seed. */
export const seedChoiceSchema = z.object({
  seeds: z.array(
    z.object({
      name: z.string(),
      provider: z.string(),
      region: z.string(),
      /** Kubernetes version such as `1.34.9`; absent when the Seed does not report it. */
      kubernetes: z.exactOptional(z.string()),
      /** Consequence of a Kubernetes version that Gardener does not support, or only until a later release. */
      kubernetesNote: z.exactOptional(z.string()),
      taints: z.array(keyValue),
      /** Whether the control plane runs here. */
      current: z.boolean(),
      usable: z.boolean(),
      /** Reasons against the Seed, in the order of the scheduler's filters: the scheduler stops at the first. */
      obstacles: z.array(z.object({ sentence: z.string(), reason: z.string(), by: z.enum(["Owner", "Operator"]) })),
    }),
  ),
  /** Set when the user may not list Seeds. */
  unread: z.exactOptional(z.enum(["forbidden"])),
  /** Tolerations of the Shoot; `listed`: whether the project's whitelist names it, when that list could be read. */
  tolerations: z.array(z.object({ ...keyValue.shape, listed: z.exactOptional(z.boolean()) })),
  project: z.exactOptional(z.object({ defaults: z.array(keyValue), whitelist: z.array(keyValue) })),
  projectUnread: z.exactOptional(z.enum(["forbidden", "not-found"])),
  /** False when the CloudProfile could not be read, whose Seed selector is then not considered. */
  profileRead: z.boolean(),
  /** False when the user does not see all clusters, so that it is unknown whether a Seed is full. */
  capacityKnown: z.boolean(),
});
export type SeedChoice = z.infer<typeof seedChoiceSchema>;
