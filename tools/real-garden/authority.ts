import "reflect-metadata"; // @peculiar/x509 expects it to be there
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
import { certificateKeyAlgorithm, newKeys, toPem } from "#garden/api/identity/certificates.ts";
import { dayMs } from "#lib/kube/time-units.ts";

/** A certificate and its private key, as PEM. */
export interface KeyPair {
  readonly certificatePem: string;
  readonly keyPem: string;
}

/** The certificate authority of one run; its keys are not stored. */
export interface RunAuthority {
  readonly caPem: string;
  /** Issues a certificate for a server on 127.0.0.1 with these additional host names. */
  serverPair(names: readonly string[]): Promise<KeyPair>;
  /** Issues a certificate for a client with this name. */
  clientPair(commonName: string): Promise<KeyPair>;
}

export async function createRunAuthority(name: string): Promise<RunAuthority> {
  cryptoProvider.set(crypto);
  const now = Date.now();
  const validity = { notBefore: new Date(now - dayMs), notAfter: new Date(now + 30 * dayMs) };
  const caKeys = await newKeys();
  const ca = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys: caKeys,
    signingAlgorithm: certificateKeyAlgorithm,
    ...validity,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });

  async function issue(
    subject: string,
    extensions: ConstructorParameters<typeof ExtendedKeyUsageExtension>[0],
    names: readonly string[],
  ): Promise<KeyPair> {
    const keys = await newKeys();
    const certificate = await X509CertificateGenerator.create({
      subject: `CN=${subject}`,
      issuer: ca.subject,
      signingKey: caKeys.privateKey,
      publicKey: keys.publicKey,
      signingAlgorithm: certificateKeyAlgorithm,
      ...validity,
      extensions: [
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension(extensions),
        ...(names.length === 0
          ? []
          : [
              new SubjectAlternativeNameExtension([
                { type: "ip", value: "127.0.0.1" },
                ...names.map((value) => ({ type: "dns" as const, value })),
              ]),
            ]),
        await AuthorityKeyIdentifierExtension.create(caKeys.publicKey),
      ],
    });
    return { certificatePem: certificate.toString("pem"), keyPem: await privateKeyPem(keys) };
  }

  return {
    caPem: ca.toString("pem"),
    serverPair: (names) => issue("127.0.0.1", [ExtendedKeyUsage.serverAuth], names),
    clientPair: (commonName) => issue(commonName, [ExtendedKeyUsage.clientAuth], []),
  };
}

/** A key pair for signing tokens, as PEM. */
export async function signingKey(): Promise<{ readonly privatePem: string; readonly publicPem: string }> {
  const keys = await newKeys();
  const spki = await crypto.subtle.exportKey("spki", keys.publicKey);
  return { privatePem: await privateKeyPem(keys), publicPem: toPem(spki, "PUBLIC KEY") };
}

async function privateKeyPem({ privateKey }: CryptoKeyPair): Promise<string> {
  return toPem(await crypto.subtle.exportKey("pkcs8", privateKey), "PRIVATE KEY");
}
