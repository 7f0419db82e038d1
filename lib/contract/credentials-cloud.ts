import * as z from "zod/mini";

const instant = z.string();
const reference = z.object({ kind: z.string(), name: z.string(), namespace: z.string() });

/** GET /api/clusters/{project}/{name}/cloud-credentials: names and times, never data. */
export const cloudCredentialsSchema = z.object({
  /** What the Shoot names; absent for one that needs no cloud account. */
  binding: z.exactOptional(reference),
  /** What the binding leads to: a Secret, or a WorkloadIdentity that holds nothing to exchange. */
  credentials: z.exactOptional(reference),
  /** Why it is not known where the binding leads. */
  unread: z.exactOptional(z.enum(["forbidden", "not-found", "leads-nowhere"])),
  /** When the Secret got the values that it has, at the latest. */
  changedAt: z.exactOptional(instant),
  /** Why that is not known. */
  changeUnknown: z.exactOptional(z.enum(["forbidden", "not-found", "not-recorded", "no-secret"])),
  clusters: z.array(
    z.object({
      uid: z.string(),
      project: z.string(),
      name: z.string(),
      uptake: z.enum(["uses-new", "waits", "failed", "unknown"]),
      reconciledAt: z.exactOptional(instant),
    }),
  ),
  upToDate: z.int(),
  /** Every cluster that is seen has taken the new values. Whoever is not seen is not counted. */
  mayDisableOld: z.boolean(),
  /** Projects that are not seen may use them, too: nobody but who sees every binding knows whether, and how many. */
  mayBeMore: z.boolean(),
  /** Projects of the user whose bindings could not be read. */
  unreadProjects: z.array(z.string()),
});
export type CloudCredentials = z.infer<typeof cloudCredentialsSchema>;
