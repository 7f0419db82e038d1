import * as z from "zod/mini";

const instant = z.string();
/** Kind and place of credentials, or of a binding. */
export const credentialsReference = z.object({ kind: z.string(), name: z.string(), namespace: z.string() });

/** Why it is unknown when a Secret got its values. */
const changeUnknown = z.enum(["forbidden", "not-found", "not-recorded", "not-read", "no-secret", "internal"]);

const sharingCluster = z.object({
  uid: z.string(),
  project: z.string(),
  name: z.string(),
  uptake: z.enum(["uses-new", "too-soon", "waits", "failed", "unknown"]),
  reconciledAt: z.exactOptional(instant),
  /** Whether it uses the credentials without a binding: it names them itself, such as for DNS records. */
  withoutBinding: z.exactOptional(z.boolean()),
});

/** When credentials changed last, and which clusters were reconciled since. */
export const credentialsAdoptionFields = {
  /** Latest possible time at which the Secret got its current values. */
  changedAt: z.exactOptional(instant),
  changeUnknown: z.exactOptional(changeUnknown),
  clusters: z.array(sharingCluster),
  upToDate: z.int(),
  /** Whether the old credentials can be disabled: every cluster visible to the user is reconciled with the new ones. */
  mayDisableOld: z.boolean(),
};

/** GET /api/clusters/{project}/{name}/cloud-credentials: names and times, never secret data. */
export const cloudCredentialsSchema = z.object({
  ...credentialsAdoptionFields,
  /** Target of the binding: a Secret, an InternalSecret, or a WorkloadIdentity, which contains no values to exchange. */
  credentials: z.exactOptional(credentialsReference),
  /** Binding that the Shoot references; absent for a Shoot that needs no cloud account. */
  binding: z.exactOptional(credentialsReference),
  /** Why the target of the binding is unknown. */
  unread: z.exactOptional(z.enum(["forbidden", "not-found", "leads-nowhere"])),
  /** Whether clusters that are not counted can use the credentials; only false for users who see every binding. */
  mayBeMore: z.boolean(),
  /** Whether the garden has more bindings than are read, so that clusters are not counted. */
  hasUnreadBindings: z.exactOptional(z.boolean()),
  /** Projects of the user whose bindings could not be read. */
  unreadProjects: z.array(z.string()),
});
export type CloudCredentials = z.infer<typeof cloudCredentialsSchema>;
