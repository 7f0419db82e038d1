import * as z from "zod/mini";

const keyValue = z.object({ key: z.string(), value: z.exactOptional(z.string()) });

/** GET /api/clusters/{project}/{name}/seeds: read with the user's own credential, Seed by Seed what the scheduler would say. */
export const seedChoiceSchema = z.object({
  seeds: z.array(
    z.object({
      name: z.string(),
      provider: z.string(),
      region: z.string(),
      /** `1.34.9`; absent where the Seed does not tell it. */
      kubernetes: z.exactOptional(z.string()),
      /** What follows from a Kubernetes that Gardener does not take, or only until a later release. */
      kubernetesNote: z.exactOptional(z.string()),
      taints: z.array(keyValue),
      /** The control plane runs here. */
      current: z.boolean(),
      usable: z.boolean(),
      /** Why not, in the order of the scheduler's filters: the first is the one at which it stops. */
      obstacles: z.array(z.object({ sentence: z.string(), reason: z.string(), by: z.enum(["Owner", "Operator"]) })),
    }),
  ),
  /** The user may not list Seeds. */
  unread: z.exactOptional(z.enum(["forbidden"])),
  /** The Shoot's own; `listed` tells whether the project's whitelist names it, where that list could be read. */
  tolerations: z.array(z.object({ ...keyValue.shape, listed: z.exactOptional(z.boolean()) })),
  project: z.exactOptional(z.object({ defaults: z.array(keyValue), whitelist: z.array(keyValue) })),
  projectUnread: z.exactOptional(z.enum(["forbidden", "not-found"])),
  /** False where the CloudProfile could not be read: its choice of Seeds is not considered then. */
  profileRead: z.boolean(),
  /** False where the user does not see all clusters: whether a Seed is full is not known then. */
  capacityKnown: z.boolean(),
});
export type SeedChoice = z.infer<typeof seedChoiceSchema>;
