import * as z from "zod/mini";
import { gateSettingsSchema } from "./garden/gate-settings.ts";

/** Request of POST /api/session: signs in with a token, or as the kubeconfig's user. */
export const signInRequestSchema = z.discriminatedUnion("method", [
  z.strictObject({ method: z.literal("demo"), identity: z.string().check(z.minLength(1), z.maxLength(63)) }),
  // The maximum length of a token has an error message of its own: see server/session/sign-in.ts.
  z.strictObject({ method: z.literal("token"), token: z.string().check(z.minLength(1)) }),
  /** Signs in as the user of the server's kubeconfig, for development. */
  z.strictObject({ method: z.literal("development") }),
]);
export type SignInRequest = z.infer<typeof signInRequestSchema>;

/** Request of POST /api/oidc/login: begins a sign-in at the identity provider, after which the browser opens `next`. */
export const oidcLoginRequestSchema = z.strictObject({ next: z.optional(z.string().check(z.maxLength(4_096))) });
/** Response with the URL of the identity provider that the browser has to open. */
export const oidcLoginResponseSchema = z.object({ url: z.string() });

/** Request of POST /api/oidc/callback: the unchanged query string of the identity provider's redirect. */
export const oidcCallbackRequestSchema = z.strictObject({ search: z.string().check(z.maxLength(12_000)) });
export const oidcCallbackResponseSchema = z.object({ next: z.string() });

/** Request of POST /api/session/refresh: renews the credential of the session. */
export const sessionRefreshRequestSchema = z.strictObject({
  /** Set if the garden refused the token although it has not expired. */
  refused: z.optional(z.boolean()),
  /** Set when the first attempt was answered with `superseded`. */
  again: z.optional(z.boolean()),
});
export type SessionRefreshRequest = z.infer<typeof sessionRefreshRequestSchema>;

/** Response of DELETE /api/session if the user is still signed in at the identity provider after signing out here. */
export const signOutResponseSchema = z.object({ providerUrl: z.optional(z.string()) });

export const gardenKinds = ["embedded", "kubeconfig", "in-cluster"] as const;

/** Garden that this Almanac shows, limited to facts that may be shown before sign-in. */
export const gardenSummarySchema = z.object({
  kind: z.enum(gardenKinds),
  /** Name of the garden: the kubeconfig context or the cluster identity; "demo" for the embedded demo garden. */
  name: z.string(),
});
export type GardenSummary = z.infer<typeof gardenSummarySchema>;

/** Response of GET /api/sign-in: the sign-in methods that the sign-in page offers. */
export const signInOptionsSchema = z.object({
  garden: gardenSummarySchema,
  token: z.boolean(),
  /** Whether users can sign in as the user of the server's kubeconfig. */
  development: z.boolean(),
  /**
   * Identity provider, named by its host. `automatic`: redirect to it without asking, as there is no other way to sign
   * in. `renews`: whether it renews sessions, as far as known.
   */
  oidc: z.optional(z.object({ name: z.string(), automatic: z.boolean(), renews: z.boolean() })),
  demoIdentities: z.array(z.object({ name: z.string(), displayName: z.string(), description: z.string() })),
});
export type SignInOptions = z.infer<typeof signInOptionsSchema>;

export const signInMethods = ["demo", "token", "oidc", "development"] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** Response of GET /api/session: the signed-in user and the garden. */
export const sessionSchema = z.object({
  user: z.object({ name: z.string(), displayName: z.optional(z.string()), groups: z.array(z.string()) }),
  method: z.enum(signInMethods),
  garden: gardenSummarySchema,
  /** Gardener release of the garden's API server, such as `v1.149.3`; absent if the garden does not report it. */
  gardener: z.optional(z.string()),
  /** Feature gates of Gardener that the operator has set; absent if none is set. */
  gates: z.optional(gateSettingsSchema),
  /** Text shown if that release is newer than the newest release whose rules Almanac knows and therefore uses. */
  olderRules: z.optional(z.string()),
  /** Identity of the garden for gardenctl and gardenlogin; absent if the garden does not tell it. */
  gardenIdentity: z.exactOptional(z.string()),
  /** Whether Almanac is read-only, so that no user can change anything. */
  readOnly: z.boolean(),
  /** Whether Almanac can end all sessions of the user at once: it needs a place to note that. */
  signsOutEverywhere: z.boolean(),
  signedInAt: z.string(),
  /** Time at which the user's credential expires, or the session if that is sooner. */
  expiresAt: z.string(),
  /** Time at which the token itself expires; absent for a token that does not state it. */
  tokenExpiresAt: z.exactOptional(z.string()),
  /** When the session ends and the user must sign in again; later than `expiresAt` if the credential is renewable. */
  endsAt: z.string(),
  /** Delay before the browser should renew the credential; absent when it cannot be renewed. */
  renewAfterSeconds: z.optional(z.number()),
});
export type SessionInfo = z.infer<typeof sessionSchema>;

/**
 * Response of POST /api/session/refresh. `kept`: there was nothing to do, or nothing was possible now (`unavailable`:
 * the provider gave no answer); the session stays as it is. `superseded`: the provider has issued a newer refresh
 * token, which another tab may have stored in the cookie meanwhile: retry once with `again`. `ended`: sign in again.
 */
export const sessionRefreshResponseSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("renewed"), session: sessionSchema }),
  z.object({ state: z.literal("kept"), unavailable: z.boolean() }),
  z.object({ state: z.literal("superseded") }),
  z.object({ state: z.literal("ended") }),
]);
export type SessionRefreshResponse = z.infer<typeof sessionRefreshResponseSchema>;

/** Permissions that users may want to know, in the whole garden and in one project. */
export const gardenPermissionNames = ["see-all-clusters", "create-projects", "change-profiles"] as const;
export const projectPermissionNames = [
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
export type UserPermissionName = (typeof gardenPermissionNames)[number] | (typeof projectPermissionNames)[number];

/** Response of GET /api/session/permissions?project=…: the user's permissions, as hints; the garden decides again. */
export const userPermissionsSchema = z.object({
  garden: z.array(z.object({ act: z.enum(gardenPermissionNames), allowed: z.boolean() })),
  project: z.optional(z.array(z.object({ act: z.enum(projectPermissionNames), allowed: z.boolean() }))),
});
export type UserPermissions = z.infer<typeof userPermissionsSchema>;
