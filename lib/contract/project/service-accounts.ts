import * as z from "zod/mini";

const name = z.string().check(z.minLength(1), z.maxLength(253));
const text = z.string().check(z.maxLength(250));

/** A service account of a project, or a member of the project that stands for one that does not exist. */
const serviceAccountSchema = z.object({
  name: z.string(),
  uid: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  createdBy: z.exactOptional(z.string()),
  createdAt: z.exactOptional(z.string()),
  /** Roles as a member of the project; empty if it is no member. */
  roles: z.array(z.string()),
});
export type ListedServiceAccount = z.infer<typeof serviceAccountSchema>;

export const serviceAccountsSchema = z.object({
  accounts: z.array(serviceAccountSchema),
  /** What the user is allowed to do; undefined if the garden did not say. */
  rights: z.object({
    create: z.exactOptional(z.boolean()),
    delete: z.exactOptional(z.boolean()),
    change: z.exactOptional(z.boolean()),
    requestToken: z.exactOptional(z.boolean()),
  }),
});
export type ServiceAccounts = z.infer<typeof serviceAccountsSchema>;

/** A change of a service account. Roles are changed as those of other members are. */
export const serviceAccountChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("create"), name, description: z.exactOptional(text) }),
  z.object({ kind: z.literal("describe"), name, description: text }),
  z.object({ kind: z.literal("delete"), name, uid: name }),
  /** Deletes the account and creates it again, so that all of its tokens end. */
  z.object({ kind: z.literal("reset"), name, uid: name }),
]);
export type ServiceAccountChange = z.infer<typeof serviceAccountChangeSchema>;

/** Lifetimes of tokens, in seconds: from the least that Kubernetes grants to a year. */
export const tokenLifetimes = { least: 600, most: 366 * 86_400 } as const;

export const serviceAccountKubeconfigRequestSchema = z.object({
  name,
  expirationSeconds: z.int().check(z.minimum(tokenLifetimes.least), z.maximum(tokenLifetimes.most)),
});
export type ServiceAccountKubeconfigRequest = z.infer<typeof serviceAccountKubeconfigRequestSchema>;

/** A kubeconfig for the garden. It is stored nowhere: the page drops it when its panel closes. */
export const serviceAccountKubeconfigSchema = z.object({
  fileName: z.string(),
  text: z.string(),
  /** When the token ends, as the garden granted it: it can be earlier than requested. */
  expiresAt: z.exactOptional(z.string()),
});
export type ServiceAccountKubeconfig = z.infer<typeof serviceAccountKubeconfigSchema>;
