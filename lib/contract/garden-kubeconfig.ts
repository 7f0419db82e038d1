import * as z from "zod/mini";

/**
 * Response of GET /api/session/kubeconfig: a kubeconfig for the garden with which kubectl signs in at the identity
 * provider; it holds no credential. `reason`: why this Almanac offers none.
 */
export const gardenKubeconfigSchema = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("offered"),
    fileName: z.string(),
    text: z.string(),
    server: z.string(),
    /** Whether `server` is Almanac's own address of the garden, because no other one is configured. */
    isOwnAddress: z.boolean(),
  }),
  z.object({ state: z.literal("unavailable"), reason: z.string() }),
]);
export type GardenKubeconfig = z.infer<typeof gardenKubeconfigSchema>;
