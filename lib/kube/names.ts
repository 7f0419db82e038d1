const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Returns whether a text is a DNS-1123 label of at most 63 characters: the form of namespaces and project names. */
export function isDns1123Label(text: string): boolean {
  return text.length <= 63 && label.test(text);
}

/** Returns whether a text is a DNS-1123 subdomain of at most 253 characters: the form of most object names. */
export function isDns1123Subdomain(text: string): boolean {
  return text.length <= 253 && subdomain.test(text);
}
