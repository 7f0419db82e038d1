import * as z from "zod/mini";

const projectName = z.string().check(z.minLength(1), z.maxLength(63));
const freeText = z.string().check(z.maxLength(1_000));
const resourceVersion = z.string().check(z.minLength(1), z.maxLength(100));

/** Limits of what can be sent about a project. */
export const projectLimits = { members: 500, rolesEach: 20, tolerations: 50, subjectName: 253 } as const;

/** Dates of a project that Gardener regards as unused, in epoch milliseconds. */
const staleSchema = z.object({
  staleSince: z.number(),
  deletedAt: z.exactOptional(z.number()),
  deletedUntil: z.exactOptional(z.number()),
});

/** A project in the list. Its clusters are not part of it: the browser has them. */
export const listedProjectSchema = z.object({
  name: z.string(),
  uid: z.string(),
  /** Undefined until Gardener has set the project up. */
  namespace: z.exactOptional(z.string()),
  title: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  purpose: z.exactOptional(z.string()),
  owner: z.exactOptional(z.string()),
  createdAt: z.exactOptional(z.string()),
  /** `Pending`, `Ready`, `Failed` or `Terminating`, or a phase that is newer than this build. */
  phase: z.exactOptional(z.string()),
  stale: z.exactOptional(staleSchema),
  /** The user's own roles, by name or by group; empty for users who see the project for another reason. */
  roles: z.array(z.string()),
});
export type ListedProject = z.infer<typeof listedProjectSchema>;

export const projectsSchema = z.object({
  projects: z.array(listedProjectSchema),
  /** Whether the user is allowed to create projects; undefined if the garden did not say. */
  mayCreate: z.exactOptional(z.boolean()),
});
export type Projects = z.infer<typeof projectsSchema>;

const subjectSchema = z.object({
  /** `User`, `Group` or `ServiceAccount`, or what the garden has instead. */
  kind: z.string(),
  name: z.string(),
  namespace: z.exactOptional(z.string()),
});

const memberSchema = z.extend(subjectSchema, {
  roles: z.array(z.string()),
  /** Whether the member stands for the user: by name, by group, or as a service account. */
  isYou: z.boolean(),
});
export type ShownMember = z.infer<typeof memberSchema>;

const toleration = z.object({ key: z.string(), value: z.exactOptional(z.string()) });

/** What the user is allowed to do with a project; undefined if the garden did not say. */
const rightsSchema = z.object({
  change: z.exactOptional(z.boolean()),
  manageMembers: z.exactOptional(z.boolean()),
  delete: z.exactOptional(z.boolean()),
  changeTolerations: z.exactOptional(z.boolean()),
});
export type ProjectRights = z.infer<typeof rightsSchema>;

/** A project as its members see it. */
export const projectSchema = z.extend(listedProjectSchema, {
  resourceVersion: z.string(),
  ownerSubject: z.exactOptional(subjectSchema),
  createdBy: z.exactOptional(z.string()),
  costObject: z.exactOptional(z.string()),
  costObjectType: z.exactOptional(z.string()),
  lastActivityAt: z.exactOptional(z.number()),
  members: z.array(memberSchema),
  tolerations: z.object({ defaults: z.array(toleration), whitelist: z.array(toleration) }),
  /** Resources that one person must confirm and another one must delete, such as `shoots`. */
  dualApproval: z.array(z.object({ resource: z.string(), includesServiceAccounts: z.boolean(), selector: z.string() })),
  /** Fields of the clusters, as the annotation of the project says. */
  customFields: z.exactOptional(z.string()),
  rights: rightsSchema,
  /** Name by which the garden knows the user. */
  you: z.string(),
});
export type ShownProject = z.infer<typeof projectSchema>;

const settings = {
  title: z.exactOptional(freeText),
  description: z.exactOptional(freeText),
  purpose: z.exactOptional(freeText),
  costObject: z.exactOptional(freeText),
  costObjectType: z.exactOptional(freeText),
};

/** A new project. Gardener fills in its owner: whoever creates it. */
export const newProjectSchema = z.object({ name: projectName, ...settings });
export type NewProject = z.infer<typeof newProjectSchema>;

export const createdProjectSchema = z.object({ name: z.string() });

const changedMember = z.object({
  kind: z.string().check(z.minLength(1), z.maxLength(63)),
  name: z.string().check(z.minLength(1), z.maxLength(projectLimits.subjectName)),
  namespace: z.exactOptional(projectName),
  roles: z.array(z.string().check(z.minLength(1), z.maxLength(63))).check(z.maxLength(projectLimits.rolesEach)),
});

/** A change of a project. An empty text takes a setting away. `resourceVersion` is what the user saw. */
export const projectChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("settings"), resourceVersion, ...settings }),
  z.object({
    kind: z.literal("members"),
    resourceVersion,
    /** The whole list of members after the change. */
    members: z.array(changedMember).check(z.maxLength(projectLimits.members)),
  }),
  z.object({
    kind: z.literal("owner"),
    resourceVersion,
    owner: z.object({
      kind: z.string().check(z.minLength(1), z.maxLength(63)),
      name: z.string().check(z.minLength(1), z.maxLength(projectLimits.subjectName)),
      namespace: z.exactOptional(projectName),
    }),
  }),
  /** The whole annotation with the custom fields after the change; an empty text removes it. */
  z.object({ kind: z.literal("customFields"), resourceVersion, customFields: z.string().check(z.maxLength(32_768)) }),
  z.object({ kind: z.literal("delete"), uid: z.string().check(z.minLength(1), z.maxLength(100)) }),
]);
export type ProjectChange = z.infer<typeof projectChangeSchema>;

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
  /** Absent if Gardener cannot count one of the clusters. */
  used: z.exactOptional(quantity),
  free: z.exactOptional(quantity),
  isExceeded: z.boolean(),
});

/** A cluster that counts against a Quota. */
const quotaClusterSchema = z.object({
  project: z.string(),
  name: z.string(),
  /**
   * Amount per metric of the Quota; absent if the user is not allowed to read the cluster's profile, or if Gardener cannot
   * count the cluster.
   */
  amounts: z.exactOptional(z.record(z.string(), quantity)),
  /** The pool that Gardener cannot count: it refuses what asks for more of the Quota. */
  uncountable: z.exactOptional(
    z.object({ pool: z.string(), machineType: z.string(), lacks: z.enum(["machine-type", "volume-type"]) }),
  ),
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
  unread: z.exactOptional(z.enum(["forbidden", "not-found", "too-many"])),
  content: z.exactOptional(
    z.object({
      scope: z.enum(["project", "credentials"]),
      lifetimeDays: z.exactOptional(z.number()),
      uses: z.array(quotaUseSchema),
      /** The first clusters by name, but those that Gardener cannot count before others. */
      clusters: z.array(quotaClusterSchema),
      clusterCount: z.int(),
      /** Why the profiles of some clusters are not known, so that more is used; each reason once. */
      unreadProfiles: z.array(z.enum(["forbidden", "missing", "too-many"])),
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
