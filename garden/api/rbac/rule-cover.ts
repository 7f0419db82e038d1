import "server-only";
import type { PolicyRule } from "./authorizer.ts";

/** Maximum number of single permissions that a rule is split into. A rule with more permissions is compared unsplit. */
const mostRights = 10_000;

/**
 * The wanted rules that are not covered by the rules `held` of a user, split into single permissions if possible.
 * @source Kubernetes: component-helpers auth/rbac/validation/policy_comparator.go
 */
export function missingRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  return wanted.flatMap((rule) => {
    if (held.some((own) => covers(own, rule))) return [];
    return singleRights(rule).filter((right) => !held.some((own) => covers(own, right)));
  });
}

function singleRights(rule: PolicyRule): readonly PolicyRule[] {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
  const names = resourceNames.length === 0 ? [[]] : resourceNames.map((name) => [name]);
  const amount = verbs.length * (apiGroups.length * resources.length * names.length + nonResourceURLs.length);
  if (amount > mostRights) return [rule];
  return verbs.flatMap((verb) => [
    ...apiGroups.flatMap((group) =>
      resources.flatMap((resource) =>
        names.map((name) => ({
          verbs: [verb],
          apiGroups: [group],
          resources: [resource],
          resourceNames: name,
          nonResourceURLs: [],
        })),
      ),
    ),
    ...nonResourceURLs.map((url) => ({
      verbs: [verb],
      apiGroups: [],
      resources: [],
      resourceNames: [],
      nonResourceURLs: [url],
    })),
  ]);
}

function covers(own: PolicyRule, rule: PolicyRule): boolean {
  const isNameCovered =
    own.resourceNames.length === 0 ||
    (rule.resourceNames.length > 0 && rule.resourceNames.every((name) => own.resourceNames.includes(name)));
  return (
    isNameCovered &&
    hasAll(own.verbs, rule.verbs) &&
    hasAll(own.apiGroups, rule.apiGroups) &&
    rule.resources.every((resource) => hasResource(own.resources, resource)) &&
    rule.nonResourceURLs.every((url) => hasUrl(own.nonResourceURLs, url))
  );
}

function hasAll(own: readonly string[], wanted: readonly string[]): boolean {
  return own.includes("*") || wanted.every((word) => own.includes(word));
}

function hasResource(own: readonly string[], resource: string): boolean {
  if (own.includes("*") || own.includes(resource)) return true;
  const slash = resource.indexOf("/");
  return slash >= 0 && own.includes(`*${resource.slice(slash)}`);
}

function hasUrl(own: readonly string[], url: string): boolean {
  return own.some((known) => known === url || (known.endsWith("*") && url.startsWith(known.slice(0, -1))));
}

/** Formats rules for an error, one per line, such as `{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}`. */
export function formatPolicyRules(rights: readonly PolicyRule[]): string {
  const lines = new Set(rights.map(rightText));
  return [...lines].sort().slice(0, mostLines).join("\n");
}

const mostLines = 50;

function rightText({ apiGroups, resources, resourceNames, nonResourceURLs, verbs }: PolicyRule): string {
  const parts = [
    ["APIGroups", apiGroups],
    ["Resources", resources],
    ["NonResourceURLs", nonResourceURLs],
    ["ResourceNames", resourceNames],
    ["Verbs", verbs],
  ] as const;
  const listed = parts
    .filter(([, words]) => words.length > 0)
    .map(
      ([part, words]) =>
        `${part}:[${words
          .slice(0, mostLines)
          .map((word) => JSON.stringify(word))
          .join(" ")}]`,
    );
  return `{${listed.join(", ")}}`;
}
