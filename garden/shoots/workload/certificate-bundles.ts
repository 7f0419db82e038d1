import "server-only";
import "reflect-metadata"; // required by @peculiar/x509
import { BasicConstraintsExtension, cryptoProvider, X509CertificateGenerator } from "@peculiar/x509";
import { certificateKeyAlgorithm, newKeys } from "#garden/api/identity/certificates.ts";
import { dayMs } from "#lib/kube/time-units.ts";

/** Certificate authorities for `caBundle` fields, as base64 of PEM. */
export interface CertificateBundles {
  /** Ends in ten years. */
  readonly valid: string;
  /** Ends in six days. */
  readonly ending: string;
  /** Ended two days ago. */
  readonly ended: string;
}

/** Creates the certificate authorities that the simulated webhooks and aggregated APIs of all clusters share. */
export async function createCertificateBundles(now: Date): Promise<CertificateBundles> {
  cryptoProvider.set(crypto);
  const keys = await newKeys();
  const bundle = async (days: number): Promise<string> => {
    const authority = await X509CertificateGenerator.createSelfSigned({
      name: "CN=workload-ca",
      keys,
      signingAlgorithm: certificateKeyAlgorithm,
      notBefore: new Date(now.getTime() - 360 * dayMs),
      notAfter: new Date(now.getTime() + days * dayMs),
      extensions: [new BasicConstraintsExtension(true, 0, true)],
    });
    return Buffer.from(authority.toString("pem")).toString("base64");
  };
  return { valid: await bundle(3650), ending: await bundle(6), ended: await bundle(-2) };
}
