import * as z from "zod/mini";

/** Kinds of kubeconfig that are issued on demand. */
export const kubeconfigKinds = ["admin-kubeconfig", "viewer-kubeconfig"] as const;
export type KubeconfigKind = (typeof kubeconfigKinds)[number];

/** Secrets that Gardener stores in the project's namespace for the owners of a Shoot. */
export const storedKinds = ["ca-bundle", "monitoring", "ssh-keypair", "old-ssh-keypair", "static-kubeconfig"] as const;
export type StoredKind = (typeof storedKinds)[number];

export type Revealable = KubeconfigKind | StoredKind;

/**
 * POST /api/clusters/{project}/{name}/reveal: one credential, by its purpose; requests never name an object of the
 * garden. A kubeconfig lives at least ten minutes, and the garden may grant less than requested.
 */
export const revealRequestSchema = z.discriminatedUnion("what", [
  z.strictObject({
    what: z.enum(kubeconfigKinds),
    expirationSeconds: z.int().check(z.minimum(600), z.maximum(86_400)),
  }),
  z.strictObject({ what: z.enum(storedKinds) }),
]);
export type RevealRequest = z.infer<typeof revealRequestSchema>;

/** Certificate of a bundle. */
const certificateSchema = z.object({
  subject: z.string(),
  /** SHA-256 of the certificate, in hexadecimal with colons. */
  fingerprint: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
});
export type RevealedCertificate = z.infer<typeof certificateSchema>;

/** Answer with the revealed credential. It is stored nowhere: the page drops it when its panel closes. */
export const revealResponseSchema = z.object({
  what: z.enum([...kubeconfigKinds, ...storedKinds]),
  revealedAt: z.string(),
  /** When a kubeconfig expires, as reported by the garden. */
  expiresAt: z.exactOptional(z.string()),
  parts: z.array(z.object({ label: z.string(), fileName: z.string(), text: z.string(), secret: z.boolean() })),
  /** Links with web addresses only. */
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  certificates: z.exactOptional(z.array(certificateSchema)),
});
export type RevealResponse = z.infer<typeof revealResponseSchema>;
