import * as z from "zod/mini";
import { gardenKinds } from "./session.ts";

/**
 * Status of the cached data of a garden. `away`: the garden was requested and has never answered; `starting`: it is
 * being read for the first time.
 */
export const gardenDataStatusSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("live") }),
  z.object({ state: z.literal("stale"), since: z.string() }),
  z.object({ state: z.literal("starting") }),
  z.object({ state: z.literal("away") }),
]);
export type GardenDataStatus = z.infer<typeof gardenDataStatusSchema>;

/** Response of GET /api/gardens: the gardens that this Almanac shows; empty if it shows only one. */
export const gardensSchema = z.object({
  gardens: z.array(
    z.object({
      name: z.string(),
      /** Kind of the garden; absent while unknown. */
      kind: z.optional(z.enum(gardenKinds)),
      /** Status of the garden's data; present only for users who are signed in to one of the gardens. */
      standing: z.optional(gardenDataStatusSchema),
      /** User that this browser is signed in as in the garden; absent when signed out. */
      user: z.optional(z.object({ name: z.string(), displayName: z.optional(z.string()) })),
    }),
  ),
});
export type GardenEntry = z.infer<typeof gardensSchema>["gardens"][number];
