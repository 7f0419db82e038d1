import * as z from "zod/mini";

/** POST /api/session. */
export const signInRequestSchema = z.discriminatedUnion("method", [
  z.strictObject({ method: z.literal("demo"), identity: z.string().check(z.minLength(1), z.maxLength(63)) }),
  // The maximum length of a token has an error message of its own: see server/session/sign-in.ts.
  z.strictObject({ method: z.literal("token"), token: z.string().check(z.minLength(1)) }),
  /** Sign-in as the kubeconfig's own user, in development. */
  z.strictObject({ method: z.literal("development") }),
]);
export type SignInRequest = z.infer<typeof signInRequestSchema>;

/** POST /api/oidc/login: begins a sign-in at the identity provider, after which the browser goes to `next`. */
export const oidcLoginRequestSchema = z.strictObject({ next: z.optional(z.string().check(z.maxLength(4_096))) });
/** URL that the browser has to open. */
export const oidcLoginResponseSchema = z.object({ url: z.string() });

/** POST /api/oidc/callback: the query with which the provider sent the browser back, unchanged. */
export const oidcCallbackRequestSchema = z.strictObject({ search: z.string().check(z.maxLength(12_000)) });
export const oidcCallbackResponseSchema = z.object({ next: z.string() });

/** POST /api/session/refresh. */
export const sessionRefreshRequestSchema = z.strictObject({
  /** Set when the garden refused the token although it has not expired. */
  refused: z.optional(z.boolean()),
  /** Set when the first attempt was answered with `superseded`. */
  again: z.optional(z.boolean()),
});
export type SessionRefreshRequest = z.infer<typeof sessionRefreshRequestSchema>;

/** DELETE /api/session: answer when signing out here leaves the user signed in at the provider. */
export const signOutResponseSchema = z.object({ providerUrl: z.optional(z.string()) });

export const gardenKinds = ["embedded", "kubeconfig", "in-cluster"] as const;

/** Garden that this Almanac shows, limited to facts that may be shown before sign-in. */
export const gardenSummarySchema = z.object({
  kind: z.enum(gardenKinds),
  /** The kubeconfig context or the cluster identity; "demo" for the embedded garden. */
  name: z.string(),
});
export type GardenSummary = z.infer<typeof gardenSummarySchema>;

/** GET /api/sign-in: what the sign-in page offers. */
export const signInOptionsSchema = z.object({
  garden: gardenSummarySchema,
  token: z.boolean(),
  /** Whether users can sign in as the kubeconfig's own user. */
  development: z.boolean(),
  /**
   * Identity provider, named by its host. `automatic`: redirect without asking, as there is no other way to sign in.
   * `renews`: it renews sessions, as far as is known.
   */
  oidc: z.optional(z.object({ name: z.string(), automatic: z.boolean(), renews: z.boolean() })),
  demoIdentities: z.array(z.object({ name: z.string(), displayName: z.string(), description: z.string() })),
});
export type SignInOptions = z.infer<typeof signInOptionsSchema>;

export const signInMethods = ["demo", "token", "oidc", "development"] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** GET /api/session. */
export const sessionSchema = z.object({
  user: z.object({ name: z.string(), displayName: z.optional(z.string()), groups: z.array(z.string()) }),
  method: z.enum(signInMethods),
  garden: gardenSummarySchema,
  /** Gardener release of the API server, such as `v1.149.3`; absent when the garden does not report it. */
  gardener: z.optional(z.string()),
  /** Sentence shown when that release is newer than the known rules, which Almanac then follows. */
  olderRules: z.optional(z.string()),
  /** True when nothing can be changed here, regardless of the user. */
  readOnly: z.boolean(),
  signedInAt: z.string(),
  /** When the credential expires. */
  expiresAt: z.string(),
  /** When the session ends for good; later than `expiresAt` if the credential can be renewed. */
  endsAt: z.string(),
  /** Delay before the browser should renew the credential; absent when it cannot be renewed. */
  renewAfterSeconds: z.optional(z.number()),
});
export type SessionInfo = z.infer<typeof sessionSchema>;

/**
 * Answer of POST /api/session/refresh. `kept`: there was nothing to do, or nothing was possible now (`unavailable`: the
 * provider gave no answer); the session stays as it is. `superseded`: the provider has issued a newer refresh token,
 * which another tab may have stored in the cookie meanwhile: retry once with `again`. `ended`: sign in again.
 */
export const sessionRefreshResponseSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("renewed"), session: sessionSchema }),
  z.object({ state: z.literal("kept"), unavailable: z.boolean() }),
  z.object({ state: z.literal("superseded") }),
  z.object({ state: z.literal("ended") }),
]);
export type SessionRefreshResponse = z.infer<typeof sessionRefreshResponseSchema>;

/** Actions whose permission users may want to know, in the whole garden and in one project. */
export const gardenActs = ["see-all-clusters", "create-projects", "change-profiles"] as const;
export const projectActs = [
  "see-clusters",
  "create-clusters",
  "change-clusters",
  "delete-clusters",
  "viewer-kubeconfig",
  "admin-kubeconfig",
  "read-secrets",
  "share-views",
  "change-project",
] as const;
export type PermittedAct = (typeof gardenActs)[number] | (typeof projectActs)[number];

/** GET /api/session/permissions?project=…: the user's permissions as hints; the garden decides each request again. */
export const userPermissionsSchema = z.object({
  garden: z.array(z.object({ act: z.enum(gardenActs), allowed: z.boolean() })),
  project: z.optional(z.array(z.object({ act: z.enum(projectActs), allowed: z.boolean() }))),
});
export type UserPermissions = z.infer<typeof userPermissionsSchema>;
