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
  /** Why the cluster cannot move now, to whichever Seed; absent if nothing is in the way. */
  held: z.exactOptional(z.array(z.string())),
  seeds: z.array(
    z.object({
      name: z.string(),
      /** Set on the Seed that still hosts the control plane, if naming it takes a move back that has not begun. */
      isReturn: z.exactOptional(z.boolean()),
      provider: z.string(),
      region: z.string(),
      /** Number of clusters on the Seed; absent when the user does not see all clusters. */
      clusters: z.exactOptional(z.number()),
      /** Number of clusters that fit on the Seed; absent when it does not report one. */
      capacity: z.exactOptional(z.string()),
      /** Why the garden, or Almanac, refuses the move; none if the garden takes it, as far as that can be read. */
      refusals: z.array(z.string()),
      /** What Gardener waits for after the garden has taken the move, while the cluster cannot be changed. */
      waits: z.array(z.string()),
      /** What can keep the control plane from working well on the Seed. */
      doubts: z.array(z.string()),
      /** Checks that only the garden can make. */
      unchecked: z.array(z.string()),
    }),
  ),
});
export type MoveDestinations = z.infer<typeof moveDestinationsSchema>;
export type MoveDestination = MoveDestinations["seeds"][number];
