/** Matches a PEM block whose base64 starts an ASN.1 sequence, which excludes most text that is not a certificate. */
const pattern = /-----BEGIN CERTIFICATE-----\s*(MI[A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/;

/** Returns whether the text contains a PEM certificate, which is neither decoded nor verified. */
export function isPemCertificate(text: string): boolean {
  return pattern.test(text);
}
