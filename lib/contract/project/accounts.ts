import * as z from "zod/mini";
import { credentialsAdoptionFields, credentialsReference } from "../credentials-cloud.ts";

/** Limits of what can be sent about an account. */
export const accountLimits = {
  keys: 30,
  keyName: 253,
  value: 32_768,
  audiences: 10,
  audience: 300,
  field: 300,
  quotas: 10,
} as const;

const name = z.string().check(z.minLength(1), z.maxLength(253));
const type = z.string().check(z.minLength(1), z.maxLength(63));
const purpose = z.enum(["infrastructure", "dns"]);
const way = z.exactOptional(z.enum(["key", "application", "managed", "password", "credential-id", "credential-name"]));

const quotaReference = z.object({ namespace: z.string().check(z.minLength(1), z.maxLength(63)), name });

/** Quotas that the new binding of an account names. They never change. */
const quotas = z.exactOptional(z.array(quotaReference).check(z.maxLength(accountLimits.quotas)));

/** A Quota that the user may read, and that a new account can name. */
const offeredQuotaSchema = z.extend(quotaReference, {
  /** Whether it counts the clusters of one project, or those of all accounts that name it. */
  scope: z.enum(["project", "credentials"]),
  lifetimeDays: z.exactOptional(z.number()),
  limits: z.array(z.object({ metric: z.string(), limit: z.string() })),
});
export type OfferedQuota = z.infer<typeof offeredQuotaSchema>;

const cluster = z.object({ project: z.string(), name: z.string() });

/** How many objects there are, of which only the first are listed. */
const listTotal = z.object({
  total: z.int(),
  /** Whether there are even more: then `total` is how many were read. */
  isAtLeast: z.boolean(),
});

const offeredQuotasSchema = z.extend(listTotal, { quotas: z.array(offeredQuotaSchema) });
export type OfferedQuotas = z.infer<typeof offeredQuotasSchema>;

/** What uses some credentials, as far as the user sees; listed once for all accounts that lead to them. */
const credentialsUsesSchema = z.object({
  ...credentialsAdoptionFields,
  /** Number of clusters that use them; `clusters` has the first, those that wait before others. */
  clusterCount: z.int(),
});
export type ListedCredentialsUses = z.infer<typeof credentialsUsesSchema>;

/** A binding of the project: the way from a cluster to its credentials. Values of Secrets are never part of it. */
const accountSchema = z.object({
  credentials: z.exactOptional(credentialsReference),
  /** Index of what uses the credentials, in the list `uses`; absent without credentials. */
  uses: z.exactOptional(z.int()),
  binding: z.enum(["CredentialsBinding", "SecretBinding"]),
  name: z.string(),
  uid: z.string(),
  /** Type of the provider; an older binding can name several, separated by commas. */
  type: z.string(),
  /** The project, or else the namespace, whose credentials these are, if it is another one. */
  sharedFrom: z.exactOptional(z.string()),
  quotas: z.array(z.object({ name: z.string(), lifetimeDays: z.exactOptional(z.number()) })),
  createdAt: z.exactOptional(z.string()),
  /** Set while Gardener waits to delete the binding. */
  deletionRequestedAt: z.exactOptional(z.string()),
  /** Number of visible clusters that name this binding; `uses` also has those of other bindings. */
  ownClusters: z.int(),
  /** Number of other visible bindings to the same credentials. */
  otherBindings: z.int(),
});
export type ListedAccount = z.infer<typeof accountSchema>;

/** Credentials for a DNS provider: a Secret of the project with the dashboard's label. */
const dnsAccountSchema = z.object({
  name: z.string(),
  uid: z.string(),
  type: z.string(),
  createdAt: z.exactOptional(z.string()),
  changedAt: z.exactOptional(z.string()),
  deletionRequestedAt: z.exactOptional(z.string()),
  /** The first clusters of the project that name the Secret, for their DNS records or among their resources. */
  clusters: z.array(cluster),
  clusterCount: z.int(),
  /** Name of a binding that leads to the same Secret. */
  binding: z.exactOptional(z.string()),
});
export type ListedDnsAccount = z.infer<typeof dnsAccountSchema>;

const identitySchema = z.object({
  name: z.string(),
  uid: z.string(),
  type: z.string(),
  audiences: z.array(z.string()),
  /** Subject of its tokens; undefined until the garden has set it. */
  sub: z.exactOptional(z.string()),
  createdAt: z.exactOptional(z.string()),
  deletionRequestedAt: z.exactOptional(z.string()),
  /** Texts for the provider, which make it trust this identity; empty without an issuer. */
  trust: z.array(z.object({ id: z.string(), text: z.string() })),
  /** Names of the first bindings that lead to it. */
  bindings: z.array(z.string()),
  bindingCount: z.int(),
});
export type ListedIdentity = z.infer<typeof identitySchema>;

/** GET /api/projects/{project}/accounts: names, times and uses, never the values of Secrets. */
export const accountsSchema = z.object({
  namespace: z.string(),
  /** The first bindings by name. */
  accounts: z.array(accountSchema),
  /** What uses the credentials of the accounts. */
  uses: z.array(credentialsUsesSchema),
  totals: z.object({ accounts: listTotal, dns: listTotal, identities: listTotal }),
  /** Undefined where the user is not allowed to list Secrets. */
  dns: z.exactOptional(z.array(dnsAccountSchema)),
  /** Undefined where the user is not allowed to list WorkloadIdentities. */
  identities: z.exactOptional(z.array(identitySchema)),
  /** URL of the issuer of tokens for WorkloadIdentities; undefined if the garden does not publish one. */
  issuer: z.exactOptional(z.string()),
  /** Types of the CloudProfiles. */
  providers: z.array(z.string()),
  /**
   * Quotas that a new account can name: those of the project and of the garden, as far as the user may list them; of too
   * many the first, those of the project before others.
   */
  offeredQuotas: offeredQuotasSchema,
  /** Whether clusters that are not counted can use the same credentials. */
  mayBeMore: z.boolean(),
  /** Whether the garden has more bindings than are read, so that clusters are not counted. */
  hasUnreadBindings: z.exactOptional(z.boolean()),
  /** Projects of the user whose bindings could not be read. */
  unreadProjects: z.array(z.string()),
  /** What the user is allowed to do; undefined if the garden did not say. */
  rights: z.object({
    create: z.exactOptional(z.boolean()),
    update: z.exactOptional(z.boolean()),
    delete: z.exactOptional(z.boolean()),
    createIdentity: z.exactOptional(z.boolean()),
    deleteIdentity: z.exactOptional(z.boolean()),
  }),
});
export type Accounts = z.infer<typeof accountsSchema>;

/** Values by key of the Secret. They come to the server in this body and never go back. */
const data = z
  .record(
    z.string().check(z.minLength(1), z.maxLength(accountLimits.keyName)),
    z.string().check(z.maxLength(accountLimits.value)),
  )
  .check(z.refine((keys) => Object.keys(keys).length <= accountLimits.keys));

const account = z.object({ kind: z.enum(["CredentialsBinding", "SecretBinding", "Secret"]), name });

/** A change of accounts. An account of the kind `Secret` is one for DNS. */
export const accountChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("create"), name, purpose, type, way, data, quotas }),
  z.object({
    kind: z.literal("update"),
    account,
    way,
    data,
    /** Confirms that the new credentials are for another project of Google than the stored ones. */
    acceptsOtherProject: z.exactOptional(z.boolean()),
  }),
  z.object({ kind: z.literal("delete"), account, uid: name }),
  z.object({
    kind: z.literal("create-identity"),
    name,
    type,
    audiences: z
      .array(z.string().check(z.maxLength(accountLimits.audience)))
      .check(z.maxLength(accountLimits.audiences)),
    config: z.record(z.string().check(z.maxLength(63)), z.string().check(z.maxLength(accountLimits.field))),
    quotas,
  }),
  z.object({ kind: z.literal("delete-identity"), name, uid: name }),
]);
export type AccountChange = z.infer<typeof accountChangeSchema>;
export type AccountChangeOf<Kind extends AccountChange["kind"]> = Extract<AccountChange, { kind: Kind }>;
