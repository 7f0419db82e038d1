import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { badRequest } from "../api-error.ts";
import type { ResourceDefinition } from "./resource-definition.ts";

export type Predicate = (object: KubeObject) => boolean;

const everything: Predicate = () => true;

/**
 * Reads a label selector as the API server does: `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b)`, `a`, `!a`.
 * @throws ApiError 400 for anything else
 */
export function labelPredicate(selector: string | null): Predicate {
  if (selector === null || selector.trim() === "") return everything;
  const terms = splitOutsideParentheses(selector).map((term) => labelTerm(term.trim(), selector));
  return ({ metadata }) => terms.every((term) => term(metadata.labels ?? {}));
}

type LabelTerm = (labels: Readonly<Record<string, string>>) => boolean;

function labelTerm(term: string, selector: string): LabelTerm {
  const set = /^([^\s!=(),]+)\s+(in|notin)\s+\(([^()]*)\)$/.exec(term);
  if (set !== null) {
    const [, key = "", operator, list = ""] = set;
    const values = new Set(list.split(",").map((value) => value.trim()));
    return operator === "in"
      ? (labels) => labels[key] !== undefined && values.has(labels[key])
      : (labels) => labels[key] === undefined || !values.has(labels[key]);
  }
  const equality = /^([^\s!=(),]+)\s*(==|=|!=)\s*([^\s!=(),]*)$/.exec(term);
  if (equality !== null) {
    const [, key = "", operator, value = ""] = equality;
    return operator === "!=" ? (labels) => labels[key] !== value : (labels) => labels[key] === value;
  }
  const existence = /^(!?)\s*([^\s!=(),]+)$/.exec(term);
  if (existence !== null) {
    const [, absent, key = ""] = existence;
    return absent === "!" ? (labels) => labels[key] === undefined : (labels) => labels[key] !== undefined;
  }
  throw badRequest(
    `unable to parse requirement: found ${JSON.stringify(term)} in label selector ${JSON.stringify(selector)}`,
  );
}

function splitOutsideParentheses(text: string): readonly string[] {
  return text.split(/,(?![^(]*\))/);
}

/**
 * Reads a field selector: equalities and inequalities of the fields that the kind offers.
 * @throws ApiError 400 for a field that it does not offer, and for anything else
 */
export function fieldPredicate(selector: string | null, definition: ResourceDefinition): Predicate {
  if (selector === null || selector === "") return everything;
  const terms = selector.split(/(?<!\\),/).map((term) => fieldTerm(term, definition));
  return (object) => terms.every((term) => term(object));
}

function fieldTerm(term: string, definition: ResourceDefinition): Predicate {
  const match = /^([^=!]+)(==|=|!=)(.*)$/.exec(term);
  if (match === null) throw badRequest(`invalid selector: ${JSON.stringify(term)}; can't understand it`);
  const [, field = "", operator, escaped = ""] = match;
  const read = readerOf(field, definition);
  if (read === undefined) {
    throw badRequest(
      `Unable to find ${JSON.stringify(gvk(definition))} that match field selector ${JSON.stringify(term)}: field label not supported: ${field}`,
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

function gvk({ resource }: ResourceDefinition): string {
  const version = resource.group === "" ? resource.version : `${resource.group}/${resource.version}`;
  return `${version}, Kind=${resource.kind}`;
}
