import "server-only";
import "reflect-metadata"; // @peculiar/x509 expects it to be there
import {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { newKeys, signing, toPem } from "../http/certificates.ts";

/** A certificate with its key, as PEM. */
interface ClientCertificate {
  readonly certificatePem: string;
  readonly keyPem: string;
}

interface ClientCertificateWish {
  readonly userName: string;
  readonly groups: readonly string[];
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Signs client certificates with an authority of its own, made when the first is asked for. */
export interface ClientCertificates {
  sign(wish: ClientCertificateWish): Promise<ClientCertificate>;
}

interface Authority {
  readonly certificate: X509Certificate;
  readonly keys: CryptoKeyPair;
}

export function createClientCertificates(): ClientCertificates {
  let authority: Promise<Authority> | undefined;
  return {
    async sign({ userName, groups, notBefore, notAfter }) {
      authority ??= createAuthority();
      const { certificate: ca, keys: caKeys } = await authority;
      const keys = await newKeys();
      const certificate = await X509CertificateGenerator.create({
        subject: [{ CN: [userName] }, ...groups.map((group) => ({ O: [group] }))],
        issuer: ca.subject,
        signingKey: caKeys.privateKey,
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
  };
}

async function createAuthority(): Promise<Authority> {
  cryptoProvider.set(crypto);
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: "CN=kubernetes-client",
    keys,
    signingAlgorithm: signing,
    notBefore: new Date(0),
    notAfter: new Date("2120-01-01T00:00:00Z"),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  return { certificate, keys };
}
