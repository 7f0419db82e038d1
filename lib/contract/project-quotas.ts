import * as z from "zod/mini";

const quantity = z.string();

/** A limit of a ResourceQuota. `used` and `free` are absent until Kubernetes has counted. */
const resourceUseSchema = z.object({
  /** Name of the limit, such as `count/shoots.core.gardener.cloud`. */
  resource: z.string(),
  limit: quantity,
  used: z.exactOptional(quantity),
  free: z.exactOptional(quantity),
});
export type ShownResourceUse = z.infer<typeof resourceUseSchema>;

const quotaUseSchema = z.object({
  /** `cpu`, `gpu`, `memory`, `storage.standard`, `storage.premium` or `loadbalancer`. */
  metric: z.string(),
  limit: quantity,
  used: quantity,
  free: quantity,
  isExceeded: z.boolean(),
});

/** A cluster that counts against a Quota. */
const quotaClusterSchema = z.object({
  project: z.string(),
  name: z.string(),
  /** Amount per metric of the Quota; absent if the user is not allowed to read the cluster's profile. */
  amounts: z.exactOptional(z.record(z.string(), quantity)),
  /** End of the cluster's lifetime, in epoch milliseconds. */
  endsAt: z.exactOptional(z.number()),
});
export type QuotaCluster = z.infer<typeof quotaClusterSchema>;

const accountQuotaSchema = z.object({
  namespace: z.string(),
  name: z.string(),
  /** Bindings of the project that refer to the Quota. */
  accounts: z.array(z.string()),
  /** Why the Quota is not shown; its other fields are absent then. */
  unread: z.exactOptional(z.enum(["forbidden", "not-found"])),
  content: z.exactOptional(
    z.object({
      scope: z.enum(["project", "credentials"]),
      lifetimeDays: z.exactOptional(z.number()),
      uses: z.array(quotaUseSchema),
      clusters: z.array(quotaClusterSchema),
      /** Whether clusters can count that the user does not see. */
      mayBeMore: z.boolean(),
    }),
  ),
});
export type AccountQuota = z.infer<typeof accountQuotaSchema>;

/** Limits of a project. A list is absent if the user is not allowed to read it. */
export const projectQuotasSchema = z.object({
  resourceQuotas: z.exactOptional(z.array(z.object({ name: z.string(), uses: z.array(resourceUseSchema) }))),
  accountQuotas: z.exactOptional(z.array(accountQuotaSchema)),
});
export type ProjectQuotas = z.infer<typeof projectQuotasSchema>;
