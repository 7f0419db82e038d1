import * as z from "zod/mini";
import { fleetRowSchema } from "./fleet.ts";

/** What the user may do to one Shoot, from access reviews made with the user's own credential. */
export const permissionsSchema = z.object({
  patchShoot: z.boolean(),
  /** True when the review itself failed: buttons stay enabled and the garden decides. */
  uncertain: z.boolean(),
});
export type Permissions = z.infer<typeof permissionsSchema>;

/** What of its Seed decides what becomes of a Shoot. */
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
  /** The Shoot, of managedFields only when its spec was written last; the browser reads it with lib/garden's types and renders what it knows. */
  shoot: z.record(z.string(), z.unknown()),
  permissions: permissionsSchema,
  /** What is known around it: of the Seed that holds its control plane, and the release of the garden. */
  view: z.object({ seed: z.optional(seedFactsSchema), release: z.optional(z.string()) }),
  /**
   * How long from now a quota lets it live at most, in days; absent where nothing ends it. Without `days` either no quota
   * limits it, or the user may not read what does.
   */
  lifetime: z.optional(z.object({ readable: z.boolean(), days: z.optional(z.number()) })),
  /** A sentence where its gardenlet alone is newer than the rules that are known, which its pages then follow. */
  olderRules: z.optional(z.string()),
  /** Settings that the garden warns of with every write, and what becomes of them. */
  warnings: z.array(z.object({ field: z.string(), sentence: z.string() })),
  readAt: z.string(),
});
export type ClusterDetail = z.infer<typeof clusterDetailSchema>;
