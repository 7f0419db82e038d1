import "server-only";
import { dayMs } from "#lib/kube/time-units.ts";
import "reflect-metadata"; // required by @peculiar/x509
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";

/** TLS key and certificates for loopback, as PEM. The CA's private key is discarded after signing the certificate. */
export interface ServerCertificate {
  readonly caPem: string;
  readonly certificatePem: string;
  readonly keyPem: string;
}

export const certificateKeyAlgorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const lifetimeMs = 10 * 365 * dayMs;

/** Creates a certificate authority and a certificate signed by it for 127.0.0.1 and localhost. */
export async function createServerCertificate(now: Date): Promise<ServerCertificate> {
  cryptoProvider.set(crypto);
  const validity = { notBefore: new Date(now.getTime() - 60_000), notAfter: new Date(now.getTime() + lifetimeMs) };
  const caKeys = await newKeys();
  const ca = await X509CertificateGenerator.createSelfSigned({
    name: "CN=almanac-embedded-garden",
    keys: caKeys,
    signingAlgorithm: certificateKeyAlgorithm,
    ...validity,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.create({
    subject: "CN=127.0.0.1",
    issuer: ca.subject,
    signingKey: caKeys.privateKey,
    publicKey: keys.publicKey,
    signingAlgorithm: certificateKeyAlgorithm,
    ...validity,
    extensions: [
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        { type: "ip", value: "127.0.0.1" },
        { type: "dns", value: "localhost" },
      ]),
      await AuthorityKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });
  const pkcs8 = await crypto.subtle.exportKey("pkcs8", keys.privateKey);
  return {
    caPem: ca.toString("pem"),
    certificatePem: certificate.toString("pem"),
    keyPem: toPem(pkcs8, "PRIVATE KEY"),
  };
}

export async function newKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(certificateKeyAlgorithm, true, ["sign", "verify"]);
}

export function toPem(bytes: ArrayBuffer, label: string): string {
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
