import { isDns1123Subdomain } from "./names.ts";

const namePart = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

/** Whether a text is a valid label key: an optional DNS-1123 subdomain with slash, and a name up to 63 characters. */
export function isLabelKey(text: string): boolean {
  const parts = text.split("/");
  if (parts.length > 2) return false;
  const name = parts.at(-1) ?? "";
  const prefix = parts.length === 2 ? parts[0] : undefined;
  return name.length <= 63 && namePart.test(name) && (prefix === undefined || isDns1123Subdomain(prefix));
}

/** Whether a text is a valid label value: empty, or at most 63 characters that start and end alphanumerically. */
export function isLabelValue(text: string): boolean {
  return text === "" || (text.length <= 63 && namePart.test(text));
}
