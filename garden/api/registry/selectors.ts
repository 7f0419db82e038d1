import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { badRequest } from "../errors/api-error.ts";
import { apiVersionOf, type ResourceDefinition } from "./resource-definition.ts";

export type ObjectPredicate = (object: KubeObject) => boolean;

const everything: ObjectPredicate = () => true;

/** A predicate for the label and field selectors of a request. @throws ApiError 400 */
export function selectorPredicate(query: URLSearchParams, definition: ResourceDefinition): ObjectPredicate {
  const matchesLabels = labelPredicate(query.get("labelSelector"));
  const matchesFields = fieldPredicate(query.get("fieldSelector"), definition);
  return (object) => matchesLabels(object) && matchesFields(object);
}

/**
 * Parses a label selector like the API server: `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b)`, `a`, `!a`.
 * @throws ApiError 400 for anything else
 */
export function labelPredicate(selector: string | null): ObjectPredicate {
  if (selector === null || selector.trim() === "") return everything;
  const terms = splitOutsideParentheses(selector).map((term) => labelTerm(term.trim(), selector));
  return ({ metadata }) => terms.every((term) => term(metadata.labels ?? {}));
}

type LabelTerm = (labels: Readonly<Record<string, string>>) => boolean;

/** Reads a label; inherited JavaScript properties such as `constructor` are not labels. */
function labelOf(labels: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}

function labelTerm(term: string, selector: string): LabelTerm {
  const set = /^([^\s!=(),]+)\s+(in|notin)\s+\(([^()]*)\)$/.exec(term);
  if (set !== null) {
    const [, key = "", operator, list = ""] = set;
    const values: ReadonlySet<string | undefined> = new Set(list.split(",").map((value) => value.trim()));
    return (labels) => values.has(labelOf(labels, key)) === (operator === "in");
  }
  const equality = /^([^\s!=(),]+)\s*(==|=|!=)\s*([^\s!=(),]*)$/.exec(term);
  if (equality !== null) {
    const [, key = "", operator, value = ""] = equality;
    return (labels) => (labelOf(labels, key) === value) === (operator !== "!=");
  }
  const existence = /^(!?)\s*([^\s!=(),]+)$/.exec(term);
  if (existence !== null) {
    const [, absent, key = ""] = existence;
    return (labels) => (labelOf(labels, key) === undefined) === (absent === "!");
  }
  throw badRequest(
    `unable to parse requirement: found ${JSON.stringify(term)} in label selector ${JSON.stringify(selector)}`,
  );
}

function splitOutsideParentheses(text: string): readonly string[] {
  const terms: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    else if (character === "," && depth === 0) {
      terms.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...terms, text.slice(from)];
}

/**
 * Parses a field selector: equalities and inequalities of the kind's selectable fields.
 * @throws ApiError 400 for a field that is not selectable, and for anything else
 */
export function fieldPredicate(selector: string | null, definition: ResourceDefinition): ObjectPredicate {
  if (selector === null || selector === "") return everything;
  const terms = selector.split(/(?<!\\),/).map((term) => fieldTerm(term, definition));
  return (object) => terms.every((term) => term(object));
}

function fieldTerm(term: string, definition: ResourceDefinition): ObjectPredicate {
  const match = /^([^=!]+)(==|=|!=)(.*)$/.exec(term);
  if (match === null) throw badRequest(`invalid selector: ${JSON.stringify(term)}; can't understand it`);
  const [, field = "", operator, escaped = ""] = match;
  const read = readerOf(field, definition);
  if (read === undefined) {
    const kind = `${apiVersionOf(definition.resource)}, Kind=${definition.resource.kind}`;
    throw badRequest(
      `Unable to find ${JSON.stringify(kind)} that match field selector ${JSON.stringify(term)}: field label not supported: ${field}`,
    );
  }
  const value = escaped.replace(/\\([\\,=])/g, "$1");
  return operator === "!=" ? (object) => read(object) !== value : (object) => read(object) === value;
}

function readerOf(
  field: string,
  { selectableFields, resource }: ResourceDefinition,
): ((object: KubeObject) => string) | undefined {
  if (field === "metadata.name") return ({ metadata }) => metadata.name;
  if (field === "metadata.namespace" && resource.namespaced) return ({ metadata }) => metadata.namespace ?? "";
  return Object.hasOwn(selectableFields, field) ? selectableFields[field] : undefined;
}
