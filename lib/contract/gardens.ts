import * as z from "zod/mini";
import { gardenKinds } from "./session.ts";

/**
 * Trustworthiness of the cached data of a garden. `away`: it was asked and has never answered; `starting`: it is being
 * read for the first time.
 */
export const gardenDataStatusSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("live") }),
  z.object({ state: z.literal("stale"), since: z.string() }),
  z.object({ state: z.literal("starting") }),
  z.object({ state: z.literal("away") }),
]);
export type GardenDataStatus = z.infer<typeof gardenDataStatusSchema>;

/** GET /api/gardens: the gardens of an Almanac that shows several; empty where it shows one. */
export const gardensSchema = z.object({
  gardens: z.array(
    z.object({
      name: z.string(),
      /** Absent while unknown. */
      kind: z.optional(z.enum(gardenKinds)),
      /** Present only for users who are signed in to one of the gardens. */
      standing: z.optional(gardenDataStatusSchema),
      /** User that this browser is signed in as there; absent when signed out. */
      user: z.optional(z.object({ name: z.string(), displayName: z.optional(z.string()) })),
    }),
  ),
});
export type GardenEntry = z.infer<typeof gardensSchema>["gardens"][number];
