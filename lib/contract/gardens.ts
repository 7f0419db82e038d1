import * as z from "zod/mini";
import { gardenKinds } from "./session.ts";

/**
 * How far what is held of a garden can be trusted. `away`: it was asked and has
 * never answered; `starting`: it is being read for the first time.
 */
export const standingSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("live") }),
  z.object({ state: z.literal("stale"), since: z.string() }),
  z.object({ state: z.literal("starting") }),
  z.object({ state: z.literal("away") }),
]);
export type Standing = z.infer<typeof standingSchema>;

/** GET /api/gardens: the gardens of an Almanac that shows several; none where it shows one. */
export const gardensSchema = z.object({
  gardens: z.array(
    z.object({
      name: z.string(),
      /** Absent while nobody knows. */
      kind: z.optional(z.enum(gardenKinds)),
      /** Told to whoever is signed in to any of them. */
      standing: z.optional(standingSchema),
      /** Who this browser is there; absent when nobody. */
      user: z.optional(z.object({ name: z.string(), displayName: z.optional(z.string()) })),
    }),
  ),
});
export type GardenEntry = z.infer<typeof gardensSchema>["gardens"][number];
