import * as z from "zod/mini";

/** POST /api/session. */
export const signInBody = z.discriminatedUnion("method", [
  z.strictObject({ method: z.literal("demo"), identity: z.string().check(z.minLength(1), z.maxLength(63)) }),
  z.strictObject({ method: z.literal("token"), token: z.string().check(z.minLength(1), z.maxLength(16_384)) }),
]);
export type SignInBody = z.infer<typeof signInBody>;

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
  demoIdentities: z.array(z.object({ name: z.string(), displayName: z.string(), description: z.string() })),
});
export type SignInOptions = z.infer<typeof signInOptionsSchema>;

/** GET /api/session. */
export const sessionSchema = z.object({
  user: z.object({ name: z.string(), displayName: z.optional(z.string()), groups: z.array(z.string()) }),
  method: z.enum(["demo", "token"]),
  garden: gardenSummarySchema,
  /** Nothing can be changed here, whoever asks. */
  readOnly: z.boolean(),
  signedInAt: z.string(),
  expiresAt: z.string(),
});
export type Session = z.infer<typeof sessionSchema>;
