import "server-only";
import { serviceAccountMembers } from "#lib/policy/accounts/service-account-rule.ts";

const hidden = "(hidden)";
/** Shorter parts of a value say nothing, and occur in other words. */
const shortestPart = 6;

/**
 * A message of the garden without the values that it can repeat: webhooks quote what they refuse, as it is, in base64,
 * or a part of it.
 *
 * @param values the values that were sent
 * @param keys names of keys, which stay readable
 */
export function withoutValues(message: string, values: readonly string[], keys: readonly string[]): string {
  const sent = values.filter((value) => value !== "");
  const forms = sent.flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encoded(value)]);
  const readable = new Set([...keys, ...serviceAccountMembers]);
  const longestFirst = forms.toSorted((a, b) => b.length - a.length);
  const whole = longestFirst
    .filter(({ length }) => length >= shortestPart)
    .reduce((text, form) => text.replaceAll(form, hidden), message);
  const quoted = whole.replace(/"((?:[^"\\]|\\.)*)"/g, (all, inner: string) =>
    forms.includes(inner) && !readable.has(inner) ? `"${hidden}"` : all,
  );
  return quoted.replace(/[\w+/=.@:-]+/g, (word) => {
    const isPart = word.length >= shortestPart && forms.some((form) => form.includes(word));
    return isPart && !readable.has(word) ? hidden : word;
  });
}

function encoded(value: string): string {
  return Buffer.from(value, "utf8").toString("base64");
}
