import "server-only";
import { isDns1123Label, isDns1123Subdomain } from "#lib/kube/names.ts";
import { ProblemError } from "./problem.ts";

/** Whether a URL segment is a calendar feed's id, optionally followed by its secret. */
const isFeedSegment = (text: string) => /^[a-z0-9]{12}(\.[A-Za-z0-9_-]{43}(\.ics)?)?$/.test(text);

const isLanguageTag = (text: string) => /^[a-z]{2}$/.test(text);

const rules = {
  language: isLanguageTag,
  project: isDns1123Label,
  namespace: isDns1123Label,
  name: isDns1123Subdomain,
  secret: isDns1123Subdomain,
  seed: isDns1123Subdomain,
  feed: isFeedSegment,
} as const;
export type RouteParam = keyof typeof rules;

export type RawParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Validates and returns one dynamic path segment. Next.js decodes `%2F`, so a segment may contain a slash. */
export function readParam(raw: RawParams, name: RouteParam): string {
  const value = raw[name];
  if (typeof value === "string" && rules[name](value)) return value;
  const message = "is not a valid name: lower-case letters, digits and dashes";
  throw new ProblemError("invalid-request", {
    detail: `The ${name} in the address ${message}.`,
    causes: [{ field: name, message }],
  });
}
