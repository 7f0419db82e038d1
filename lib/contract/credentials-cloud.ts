import * as z from "zod/mini";

const instant = z.string();
const reference = z.object({ kind: z.string(), name: z.string(), namespace: z.string() });

/** GET /api/clusters/{project}/{name}/cloud-credentials: names and times, never secret data. */
export const cloudCredentialsSchema = z.object({
  /** Binding that the Shoot references; absent for a Shoot that needs no cloud account. */
  binding: z.exactOptional(reference),
  /** Target of the binding: a Secret, or a WorkloadIdentity, which has nothing to exchange. */
  credentials: z.exactOptional(reference),
  /** Why the target of the binding is unknown. */
  unread: z.exactOptional(z.enum(["forbidden", "not-found", "leads-nowhere"])),
  /** Latest time at which the Secret can have got its current values. */
  changedAt: z.exactOptional(instant),
  /** Why `changedAt` is unknown. */
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
  /** Whether every visible cluster has taken up the new values. Clusters that the user cannot see are not counted. */
  mayDisableOld: z.boolean(),
  /** Whether invisible projects may use the credentials too; only users who see every binding can exclude it. */
  mayBeMore: z.boolean(),
  /** Projects of the user whose bindings could not be read. */
  unreadProjects: z.array(z.string()),
});
export type CloudCredentials = z.infer<typeof cloudCredentialsSchema>;
