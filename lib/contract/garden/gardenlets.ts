import * as z from "zod/mini";

/** GET /api/session/gardenlets: releases of the Seeds' gardenlets, newest first. */
export const gardenletsSchema = z.object({
  /** Absent if the user is not allowed to list Seeds. */
  releases: z.optional(
    z.array(
      z.object({
        /** Gardener release such as `v1.149.3`, as the gardenlet reports it; absent if it has not reported any. */
        release: z.exactOptional(z.string()),
        seeds: z.int(),
      }),
    ),
  ),
  /** What is not listed, if there are too many releases. */
  more: z.exactOptional(z.object({ releases: z.int(), seeds: z.int() })),
});
export type Gardenlets = z.infer<typeof gardenletsSchema>;
