import * as z from "zod/mini";

/** The two kubeconfigs that are made on demand. */
export const kubeconfigKinds = ["admin-kubeconfig", "viewer-kubeconfig"] as const;
export type KubeconfigKind = (typeof kubeconfigKinds)[number];

/** What Gardener keeps in the project's namespace for the owners of a Shoot. */
export const storedKinds = ["ca-bundle", "monitoring", "ssh-keypair", "old-ssh-keypair", "static-kubeconfig"] as const;
export type StoredKind = (typeof storedKinds)[number];

export type Revealable = KubeconfigKind | StoredKind;

/**
 * POST /api/clusters/{project}/{name}/reveal: one thing, by its purpose. No request names an object of the garden. A
 * kubeconfig lives at least ten minutes, and the garden may give less than is asked for.
 */
export const revealBody = z.discriminatedUnion("what", [
  z.strictObject({
    what: z.enum(kubeconfigKinds),
    expirationSeconds: z.int().check(z.minimum(600), z.maximum(86_400)),
  }),
  z.strictObject({ what: z.enum(storedKinds) }),
]);
export type RevealBody = z.infer<typeof revealBody>;

/** One certificate of a bundle. */
const certificateSchema = z.object({
  subject: z.string(),
  /** SHA-256 of the certificate, in hexadecimal with colons. */
  fingerprint: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
});
export type RevealedCertificate = z.infer<typeof certificateSchema>;

/** The answer, which is kept nowhere: the page forgets it when its panel closes. */
export const revealedSchema = z.object({
  what: z.enum([...kubeconfigKinds, ...storedKinds]),
  revealedAt: z.string(),
  /** When a kubeconfig ends, as the garden says. */
  expiresAt: z.exactOptional(z.string()),
  parts: z.array(z.object({ label: z.string(), fileName: z.string(), text: z.string(), secret: z.boolean() })),
  /** Web addresses only. */
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  certificates: z.exactOptional(z.array(certificateSchema)),
});
export type Revealed = z.infer<typeof revealedSchema>;
