import "server-only";
import { isDns1123Label, isDns1123Subdomain } from "#lib/kube/names.ts";
import { ProblemError } from "./problem.ts";

const rules = { project: isDns1123Label, name: isDns1123Subdomain } as const;
export type RouteParam = keyof typeof rules;

export type RawParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** One named segment of the path. Next decodes `%2F` inside a segment, so each is validated before any use. */
export function readParam(raw: RawParams, name: RouteParam): string {
  const value = raw[name];
  if (typeof value === "string" && rules[name](value)) return value;
  const message = "is not a valid name: lower-case letters, digits and dashes";
  throw new ProblemError("invalid-request", {
    detail: `The ${name} in the address ${message}.`,
    causes: [{ field: name, message }],
  });
}
