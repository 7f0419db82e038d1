/** A sequence of ASN.1 between the lines of PEM, in base64: what is no certificate mostly fails there. */
const pattern = /-----BEGIN CERTIFICATE-----\s*(MI[A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/;

/** Whether a certificate stands in the text, as PEM. It is not verified, nor decoded. */
export function isPemCertificate(text: string): boolean {
  return pattern.test(text);
}
