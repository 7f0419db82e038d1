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
  const parted = quoted.replace(/[\w+/=.@:-]+/g, (word) => {
    const isPart = word.length >= shortestPart && forms.some((form) => form.includes(word));
    return isPart && !readable.has(word) ? hidden : word;
  });
  return repeatsPart(withoutAll(parted, readable), sent) ? hidden : parted;
}

function encoded(value: string): string {
  return Buffer.from(value, "utf8").toString("base64");
}

function withoutAll(message: string, words: ReadonlySet<string>): string {
  return [...words].reduce((text, word) => text.replaceAll(word, " "), message);
}

/** Length from which a run of characters that a message and a value have in common counts as a part of the value. */
const shortestRun = 8;
/** Values longer than this in all are not searched for: nothing that the garden says about them is shown. */
const mostSearched = 64_000;

/** Whether a message has a run of characters of a value, in any case and in any encoding that servers use. */
function repeatsPart(message: string, values: readonly string[]): boolean {
  if (values.reduce((sum, { length }) => sum + length, 0) > mostSearched) return true;
  const text = message.toLowerCase();
  const runs = new Set(Array.from({ length: Math.max(0, text.length - shortestRun + 1) }, (_, at) => runAt(text, at)));
  return values.flatMap(encodingsOf).some((form) => {
    for (let at = 0; at + shortestRun <= form.length; at += 1) if (runs.has(runAt(form, at))) return true;
    return false;
  });
}

function runAt(text: string, at: number): string {
  return text.slice(at, at + shortestRun);
}

/** A value in lower case: as it is, escaped, in base64 from each of its three offsets, in hexadecimal, and for URLs. */
function encodingsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value, "utf8");
  const offsets = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .slice(offset * 2),
  );
  const url = offsets.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"));
  const escaped = [JSON.stringify(value), encodeURIComponent(value.toWellFormed()), bytes.toString("hex")];
  return [value, ...escaped, ...offsets, ...url].map((form) => form.toLowerCase());
}
