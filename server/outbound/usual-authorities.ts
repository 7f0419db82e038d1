import "server-only";
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { getCACertificates } from "node:tls";

const pemPattern = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * The certificate authorities that Node trusts, and those of a file beside them.
 *
 * @throws when the file cannot be read, or holds no certificate or a broken one: Node would not notice before a connection fails
 */
export function usualAuthoritiesAnd(file: string): string[] {
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
