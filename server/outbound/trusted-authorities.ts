import "server-only";
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { getCACertificates } from "node:tls";

const pemPattern = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * The certificate authorities that Node trusts, plus those in a file.
 *
 * @throws when the file cannot be read, or a certificate is missing or invalid; Node would only fail on connecting
 */
export function readTrustedAuthorities(file: string): string[] {
  const own = readFileSync(file, "utf8").match(pemPattern) ?? [];
  if (own.length === 0) throw new Error(`${file} holds no certificate as PEM`);
  for (const [at, pem] of own.entries()) {
    try {
      new X509Certificate(pem);
    } catch (cause) {
      throw new Error(`certificate ${at + 1} of ${file} cannot be read`, { cause });
    }
  }
  return [...getCACertificates("default"), ...own];
}
