import * as z from "zod/mini";
import { fleetRowSchema } from "./fleet.ts";
import { gateSettingsSchema } from "./garden/gate-settings.ts";

/** User's permissions on one Shoot, from access reviews made with the user's own credential. */
export const clusterPermissionsSchema = z.object({
  patchShoot: z.boolean(),
  /** Whether the user is allowed to move the control plane to another Seed; absent when not known. */
  moveSeed: z.optional(z.boolean()),
  /** Whether the access review itself failed. Buttons then stay enabled, and the garden decides about each request. */
  uncertain: z.boolean(),
});
export type ClusterPermissions = z.infer<typeof clusterPermissionsSchema>;

/** Facts about the Seed that affect its Shoots. */
export const seedFactsSchema = z.object({
  name: z.string(),
  stopped: z.boolean(),
  problem: z.optional(z.enum(["other-gardenlet", "generation-not-observed", "conditions"])),
  silentSince: z.optional(z.string()),
  release: z.optional(z.string()),
});

/** GET /api/clusters/{project}/{name}: read live with the user's own credential. */
export const clusterDetailSchema = z.object({
  row: fleetRowSchema,
  /** Shoot as JSON, parsed in the browser with lib/garden's types; managedFields only date the last spec change. */
  shoot: z.record(z.string(), z.unknown()),
  permissions: clusterPermissionsSchema,
  /** Environment of the cluster: the Seed that runs its control plane, and the garden's Gardener release and gates. */
  view: z.object({
    seed: z.optional(seedFactsSchema),
    release: z.optional(z.string()),
    gates: z.optional(gateSettingsSchema),
  }),
  /**
   * Maximum lifetime, in days from now, that a quota allows; absent if nothing limits it. Without `days`, either no
   * quota limits it or the user may not read the quota that does.
   */
  lifetime: z.optional(z.object({ readable: z.boolean(), days: z.optional(z.number()) })),
  /** Text for a cluster whose gardenlet alone is newer than the newest known rules; its pages use those rules. */
  olderRules: z.optional(z.string()),
  /** Settings about which the garden warns on every write, with their consequences. */
  warnings: z.array(z.object({ field: z.string(), sentence: z.string() })),
  /** Fields that the project defines for the page of a cluster. Without a value where the Shoot has none. */
  customFields: z.optional(
    z.array(z.object({ name: z.string(), value: z.optional(z.string()), tooltip: z.optional(z.string()) })),
  ),
  readAt: z.string(),
});
export type ClusterDetail = z.infer<typeof clusterDetailSchema>;
