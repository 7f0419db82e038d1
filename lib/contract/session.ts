import * as z from "zod/mini";

/** POST /api/session. */
export const signInBody = z.discriminatedUnion("method", [
  z.strictObject({ method: z.literal("demo"), identity: z.string().check(z.minLength(1), z.maxLength(63)) }),
  // How long a token may be is said in words of its own: see server/session/sign-in.ts.
  z.strictObject({ method: z.literal("token"), token: z.string().check(z.minLength(1)) }),
  /** As the kubeconfig's own user, in development. */
  z.strictObject({ method: z.literal("development") }),
]);
export type SignInBody = z.infer<typeof signInBody>;

/** POST /api/oidc/login: begins a sign-in at the identity provider; afterwards the browser goes to `next`. */
export const oidcLoginBody = z.strictObject({ next: z.optional(z.string().check(z.maxLength(4_096))) });
/** Where the browser has to go. */
export const oidcLoginSchema = z.object({ url: z.string() });

/** POST /api/oidc/callback: the query with which the provider sent the browser back, as it came. */
export const oidcCallbackBody = z.strictObject({ search: z.string().check(z.maxLength(12_000)) });
export const oidcCallbackSchema = z.object({ next: z.string() });

/** POST /api/session/refresh. */
export const refreshBody = z.strictObject({
  /** The garden refused the token although it has not ended. */
  refused: z.optional(z.boolean()),
  /** The first attempt was answered with `superseded`. */
  again: z.optional(z.boolean()),
});
export type RefreshBody = z.infer<typeof refreshBody>;

/** DELETE /api/session, when signing out here leaves the person signed in at the provider. */
export const signOutSchema = z.object({ providerUrl: z.optional(z.string()) });

export const gardenKinds = ["embedded", "kubeconfig", "in-cluster"] as const;

/** Which garden this Almanac shows, in words that are safe before sign-in. */
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
  /** Sign-in as the kubeconfig's own user. */
  development: z.boolean(),
  /**
   * The identity provider, named by its host. `automatic`: go there without asking, as there is no other way in. `renews`:
   * as far as is known, it renews sessions.
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
  /** The Gardener release of its API server, such as `v1.149.3`; absent where the garden does not tell it. */
  gardener: z.optional(z.string()),
  /** A sentence where that is newer than the rules that are known, which everything here then follows. */
  olderRules: z.optional(z.string()),
  /** Nothing can be changed here, whoever asks. */
  readOnly: z.boolean(),
  signedInAt: z.string(),
  /** When the credential ends. */
  expiresAt: z.string(),
  /** When the session ends for good; later than `expiresAt` where the credential can be renewed. */
  endsAt: z.string(),
  /** How long until the browser should renew the credential; absent when it cannot. */
  renewAfterSeconds: z.optional(z.number()),
});
export type Session = z.infer<typeof sessionSchema>;

/**
 * The answer of POST /api/session/refresh. `kept`: there was nothing to do, or nothing could be done now (`unavailable`:
 * the provider could not say); the session stays as it is. `superseded`: the provider knows a newer refresh token, which
 * another tab may have brought into the cookie meanwhile: ask once more, with `again`. `ended`: sign in again.
 */
export const refreshSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("renewed"), session: sessionSchema }),
  z.object({ state: z.literal("kept"), unavailable: z.boolean() }),
  z.object({ state: z.literal("superseded") }),
  z.object({ state: z.literal("ended") }),
]);
export type RefreshAnswer = z.infer<typeof refreshSchema>;

/** Acts that a person may wonder about, in the garden as a whole and in one project. */
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

/** GET /api/session/permissions?project=…: what the garden says the user may do. Hints: the garden decides each act anew. */
export const permissionsSchema = z.object({
  garden: z.array(z.object({ act: z.enum(gardenActs), allowed: z.boolean() })),
  project: z.optional(z.array(z.object({ act: z.enum(projectActs), allowed: z.boolean() }))),
});
export type Permissions = z.infer<typeof permissionsSchema>;
