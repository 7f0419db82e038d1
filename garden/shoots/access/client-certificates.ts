import "server-only";
import "reflect-metadata"; // required by @peculiar/x509
import { createPrivateKey, createPublicKey, hkdfSync, type X509Certificate } from "node:crypto";
import {
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { newKeys, toPem } from "#garden/api/identity/certificates.ts";

/** The identity in a client certificate, and the Shoot and authority that signed it. */
export interface ClientIdentity {
  readonly userName: string;
  readonly groups: readonly string[];
  readonly shootUid: string;
  readonly authority: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** DER prefix of an Ed25519 private key, which 32 bytes follow: the same secret gives the same key after a restart. */
const ed25519Prefix = Buffer.from("302e020100300506032b657004220420", "hex");
const signing = { name: "Ed25519" };

export type ClientCertificates = ReturnType<typeof createClientCertificates>;

/**
 * Creates and recognizes client certificates of Shoot kubeconfigs. The CAs of all Shoots share one key and differ by
 * issuer name, which suffices to simulate that a certificate expires, belongs to another Shoot, or is invalid after a
 * CA rotation.
 * @param secret A secret of this garden.
 */
export function createClientCertificates(secret: string) {
  const seed = Buffer.from(hkdfSync("sha256", secret, "", "client certificates of Shoots", 32));
  const der = Buffer.concat([ed25519Prefix, seed]);
  const publicKey = createPublicKey(createPrivateKey({ key: der, format: "der", type: "pkcs8" }));
  return {
    /** Signs a new certificate; returns it with its key, as PEM. */
    async sign({ userName, groups, shootUid, authority, notBefore, notAfter }: ClientIdentity) {
      cryptoProvider.set(crypto);
      const keys = await newKeys();
      const certificate = await X509CertificateGenerator.create({
        subject: [{ CN: [userName] }, ...groups.map((group) => ({ O: [group] }))],
        issuer: [{ CN: ["kubernetes-client"] }, { OU: [shootUid] }, { L: [authority] }],
        signingKey: await crypto.subtle.importKey("pkcs8", der, signing, false, ["sign"]),
        publicKey: keys.publicKey,
        signingAlgorithm: signing,
        notBefore,
        notAfter,
        extensions: [
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
        ],
      });
      const pkcs8 = await crypto.subtle.exportKey("pkcs8", keys.privateKey);
      return { certificatePem: certificate.toString("pem"), keyPem: toPem(pkcs8, "PRIVATE KEY") };
    },
    /** Identity in a certificate that this garden signed, else undefined. The caller checks validity by garden time. */
    read(certificate: X509Certificate): ClientIdentity | undefined {
      if (!certificate.verify(publicKey)) return undefined;
      const subject = partsOf(certificate.subject);
      const issuer = partsOf(certificate.issuer);
      return {
        userName: subject.get("CN")?.[0] ?? "",
        groups: subject.get("O") ?? [],
        shootUid: issuer.get("OU")?.[0] ?? "",
        authority: issuer.get("L")?.[0] ?? "",
        notBefore: new Date(certificate.validFrom),
        notAfter: new Date(certificate.validTo),
      };
    },
  };
}

/** Parses a certificate name as formatted by Node, with one `CN=a` per line. */
function partsOf(name: string | undefined): ReadonlyMap<string, readonly string[]> {
  const parts = new Map<string, readonly string[]>();
  for (const line of (name ?? "").split("\n")) {
    const at = line.indexOf("=");
    const key = line.slice(0, at);
    parts.set(key, [...(parts.get(key) ?? []), line.slice(at + 1)]);
  }
  return parts;
}
