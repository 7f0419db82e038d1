import * as z from "zod/mini";

/** Kinds of kubeconfig that are issued on demand. */
export const kubeconfigKinds = ["admin-kubeconfig", "viewer-kubeconfig"] as const;
export type KubeconfigKind = (typeof kubeconfigKinds)[number];

/** Secrets that Gardener stores in the project's namespace for the owners of a Shoot. */
export const storedCredentialKinds = [
  "ca-bundle",
  "monitoring",
  "ssh-keypair",
  "old-ssh-keypair",
  "static-kubeconfig",
] as const;
export type StoredCredentialKind = (typeof storedCredentialKinds)[number];

/** Kubeconfig without a credential, which gardenlogin gets whenever kubectl needs one. */
export const gardenloginKind = "gardenlogin-kubeconfig";
/** What gardenlogin asks for. `auto`: an administrator's credential, or a viewer's if the garden refuses that. */
export const gardenloginAccessLevels = ["auto", "admin", "viewer"] as const;
export type GardenloginAccessLevel = (typeof gardenloginAccessLevels)[number];

export type RevealableCredentialKind = KubeconfigKind | StoredCredentialKind | typeof gardenloginKind;

/**
 * Request of POST /api/clusters/{project}/{name}/reveal for one credential by kind; a request never names an object of
 * the garden. A kubeconfig is valid for at least ten minutes; the garden may grant less than requested.
 */
export const revealRequestSchema = z.discriminatedUnion("what", [
  z.strictObject({
    what: z.enum(kubeconfigKinds),
    expirationSeconds: z.int().check(z.minimum(600), z.maximum(86_400)),
  }),
  z.strictObject({ what: z.literal(gardenloginKind), accessLevel: z.enum(gardenloginAccessLevels) }),
  z.strictObject({ what: z.enum(storedCredentialKinds) }),
]);
export type RevealRequest = z.infer<typeof revealRequestSchema>;

/** Certificate of a certificate authority bundle. */
const certificateSchema = z.object({
  subject: z.string(),
  /** SHA-256 of the certificate, in hexadecimal with colons. */
  fingerprint: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
});
export type RevealedCertificate = z.infer<typeof certificateSchema>;

/** Response with the revealed credential. It is stored nowhere: the page drops it when its panel closes. */
export const revealResponseSchema = z.object({
  what: z.enum([...kubeconfigKinds, ...storedCredentialKinds, gardenloginKind]),
  revealedAt: z.string(),
  /** Time at which a kubeconfig expires, as reported by the garden. */
  expiresAt: z.exactOptional(z.string()),
  parts: z.array(z.object({ label: z.string(), fileName: z.string(), text: z.string(), secret: z.boolean() })),
  /** Links to pages related to the credential; only http and https addresses. */
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  certificates: z.exactOptional(z.array(certificateSchema)),
});
export type RevealResponse = z.infer<typeof revealResponseSchema>;
