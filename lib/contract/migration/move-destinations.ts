import * as z from "zod/mini";

/**
 * Response of GET /api/clusters/{project}/{name}/move (user's credential): the Seeds to which the control plane can
 * move, best first, and whether the user is allowed to move it.
 */
export const moveDestinationsSchema = z.object({
  /** Whether the user has the right `update shoots/binding`; absent when the garden could not be asked. */
  allowed: z.exactOptional(z.boolean()),
  /** Set when the user may not list Seeds. */
  unread: z.exactOptional(z.enum(["forbidden"])),
  seeds: z.array(
    z.object({
      name: z.string(),
      provider: z.string(),
      region: z.string(),
      /** Number of clusters on the Seed; absent when the user does not see all clusters. */
      clusters: z.exactOptional(z.number()),
      /** Number of clusters that fit on the Seed; absent when it does not report one. */
      capacity: z.exactOptional(z.string()),
      /** Why the garden refuses the move; none if it takes it, as far as that can be read. */
      refusals: z.array(z.string()),
      /** What keeps the control plane from arriving or from working well, although the garden takes the move. */
      doubts: z.array(z.string()),
      /** Checks that only the garden can make. */
      unchecked: z.array(z.string()),
    }),
  ),
});
export type MoveDestinations = z.infer<typeof moveDestinationsSchema>;
export type MoveDestination = MoveDestinations["seeds"][number];
