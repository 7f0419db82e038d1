import * as z from "zod/mini";
import { fleetRowSchema } from "./fleet.ts";

/** What the user may do to one Shoot, from access reviews made with the user's own credential. */
export const permissionsSchema = z.object({
  patchShoot: z.boolean(),
  /** True when the review itself failed: buttons stay enabled and the garden decides. */
  uncertain: z.boolean(),
});
export type Permissions = z.infer<typeof permissionsSchema>;

/** GET /api/clusters/{project}/{name}: read live with the user's own credential. */
export const clusterDetailSchema = z.object({
  row: fleetRowSchema,
  /** The Shoot without managedFields; the browser reads it with lib/garden's types and renders what it knows. */
  shoot: z.record(z.string(), z.unknown()),
  permissions: permissionsSchema,
  /** Settings that the garden warns of with every write, and what becomes of them. */
  warnings: z.array(z.object({ field: z.string(), sentence: z.string() })),
  readAt: z.string(),
});
export type ClusterDetail = z.infer<typeof clusterDetailSchema>;
