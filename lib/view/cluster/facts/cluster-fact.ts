import { text } from "#lib/language/text.ts";

/** Value of a fact as reported by the garden, with an optional remark. */
export interface FactValue {
  readonly value: string;
  readonly note?: string;
}

/** Fact about a cluster with a name and its values. */
export interface ClusterFact {
  /** Identifier of the fact, unique among the facts of a cluster. */
  readonly key: string;
  readonly name: string;
  /** What the value is for or what follows from it. */
  readonly explanation?: string;
  readonly content: /** Why there is no value. */
    | { readonly kind: "missing"; readonly reason: string }
    /** RFC 3339 as reported by the garden. */
    | { readonly kind: "instant"; readonly at: string }
    /** `href` is the path of the page about the value. */
    | { readonly kind: "values"; readonly values: readonly FactValue[]; readonly href?: string }
    | FactEntries;
}

export type FactEntry = readonly [key: string, value: string];

/** Labels or annotations: those of the cluster's owner, and those that Gardener and Kubernetes use. */
export interface FactEntries {
  readonly kind: "entries";
  readonly own: readonly FactEntry[];
  readonly system: readonly FactEntry[];
  /** Text between entries on the clipboard. */
  readonly separator: string;
}

/** Facts about one subject, in the order in which users look for them. */
export interface ClusterFactGroup {
  readonly key: string;
  readonly title: string;
  readonly facts: readonly ClusterFact[];
}

interface FactOfValues {
  readonly key: string;
  readonly name: string;
  readonly values: readonly FactValue[];
  /** Why there is no value, if there is none. */
  readonly missing: string;
  readonly explanation?: string;
  readonly href?: string;
}

/** Creates a fact with values, or with the reason why there are none. */
export function factOfValues({ key, name, values, missing, explanation, href }: FactOfValues): ClusterFact {
  return {
    key,
    name,
    ...(explanation !== undefined && { explanation }),
    content:
      values.length === 0
        ? { kind: "missing", reason: missing }
        : { kind: "values", values, ...(href !== undefined && { href }) },
  };
}

/** Returns a value as a list; an empty list if the garden does not report it. */
export function oneValue(value: unknown, note?: string): readonly FactValue[] {
  return typeof value === "string" && value !== "" ? [{ value, ...(note !== undefined && { note }) }] : [];
}

/** Text of a fact for the clipboard, without remarks: for a firewall, a log query or a selector. */
export function copiedTextOf({ content }: ClusterFact): string | undefined {
  switch (content.kind) {
    case "missing":
      return undefined;
    case "instant":
      return content.at;
    case "values":
      return content.values.map(({ value }) => value).join(", ");
    case "entries":
      return content.own.map(([key, value]) => `${key}=${value}`).join(content.separator) || undefined;
  }
}

/** All facts as plain text, one line each, such as `Domain: prod.example.org`. */
export function factsAsText(groups: readonly ClusterFactGroup[]): string {
  return groups
    .flatMap(({ facts }) => facts)
    .map((fact) => `${fact.name}: ${plainTextOf(fact)}\n`)
    .join("");
}

function plainTextOf(fact: ClusterFact): string {
  const { content } = fact;
  if (content.kind === "missing") return content.reason;
  if (content.kind !== "values") return copiedTextOf(fact) ?? text("none");
  return content.values.map(({ value, note }) => (note === undefined ? value : `${value} (${note})`)).join(", ");
}
