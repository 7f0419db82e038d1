import "server-only";
import { X509Certificate } from "node:crypto";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { LabelSelector } from "#lib/kube/label-selector.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { ObjectName } from "#lib/policy/readiness/contents/cluster-contents.ts";

/** Longest name and label key of Kubernetes; a longer one is no such name. */
const longestName = 317;
/** Longest free text that is kept, such as the message of a condition. */
const longestText = 300;
/** Most entries of a list or a map that an object is read with. */
export const mostEntries = 200;
const mostCertificates = 20;
const longestBundle = 256 * 1024;

type Path = readonly (string | number)[];

/** The name at a path; undefined for values of other types and for what is too long to be a name. */
export function nameAt(value: unknown, ...path: Path): string | undefined {
  const name = stringAt(value, ...path);
  return name === undefined || name === "" || name.length > longestName ? undefined : name;
}

/** The beginning of a text at a path. */
export function textAt(value: unknown, ...path: Path): string | undefined {
  return stringAt(value, ...path)?.slice(0, longestText);
}

/** The number at a path; undefined for values of other types. */
export function numberAt(value: unknown, ...path: Path): number | undefined {
  const number = fieldAt(value, ...path);
  return typeof number === "number" ? number : undefined;
}

/** The first entries of the list at a path; empty for values of other types. */
export function shortListAt(value: unknown, ...path: Path): readonly unknown[] {
  return listAt(value, ...path).slice(0, mostEntries);
}

/** The list at a path, empty if there is none; undefined if it is longer than is read, or no list. */
export function boundedListAt(value: unknown, ...path: Path): readonly unknown[] | undefined {
  const list = fieldAt(value, ...path) ?? [];
  return Array.isArray(list) && list.length <= mostEntries ? list : undefined;
}

/** The names in the list at a path, without what is no name. */
export function namesAt(value: unknown, ...path: Path): readonly string[] {
  return shortListAt(value, ...path).flatMap((_, index) => nameAt(value, ...path, index) ?? []);
}

/** Namespace and name of an object; undefined if it has not both. */
export function objectNameOf(value: unknown, ...path: Path): ObjectName | undefined {
  const [namespace, name] = [nameAt(value, ...path, "namespace"), nameAt(value, ...path, "name")];
  return namespace === undefined || name === undefined ? undefined : { namespace, name };
}

/** The labels at a path, empty if there are none; undefined if they are malformed. */
export function labelsAt(value: unknown, ...path: Path): Readonly<Record<string, string>> | undefined {
  const labels = fieldAt(value, ...path) ?? {};
  if (!isRecord(labels)) return undefined;
  const entries = Object.entries(labels);
  const isName = (text: unknown): text is string => typeof text === "string" && text.length <= longestName;
  const read = entries.filter((entry): entry is [string, string] => isName(entry[0]) && isName(entry[1]));
  return read.length < entries.length || entries.length > mostEntries ? undefined : Object.fromEntries(read);
}

/** The label selector at a path; undefined if there is none. */
export function selectorAt(value: unknown, ...path: Path): LabelSelector | undefined | "malformed" {
  const selector = fieldAt(value, ...path) ?? undefined;
  if (selector === undefined) return undefined;
  const matchLabels = labelsAt(selector, "matchLabels");
  const expressions = fieldAt(selector, "matchExpressions") ?? [];
  if (!isRecord(selector) || matchLabels === undefined || !Array.isArray(expressions)) return "malformed";
  const matchExpressions = expressions.flatMap((expression: unknown) => {
    const [key, operator] = [nameAt(expression, "key"), nameAt(expression, "operator")];
    const values = fieldAt(expression, "values") ?? [];
    const read = namesOrEmptyAt(values);
    return key === undefined || operator === undefined || read === undefined ? [] : [{ key, operator, values: read }];
  });
  const isWhole = matchExpressions.length === expressions.length && expressions.length <= mostEntries;
  return isWhole ? { matchLabels, matchExpressions } : "malformed";
}

function namesOrEmptyAt(values: unknown): readonly string[] | undefined {
  if (!Array.isArray(values) || values.length > mostEntries) return undefined;
  const names = values.filter((each): each is string => typeof each === "string" && each.length <= longestName);
  return names.length < values.length ? undefined : names;
}

/** The condition of a type in an object's status. */
export function conditionOf(value: unknown, type: string): unknown {
  return listAt(value, "status", "conditions").find((condition) => stringAt(condition, "type") === type);
}

export function isConditionTrue(value: unknown, type: string): boolean {
  return stringAt(conditionOf(value, type), "status") === "True";
}

/**
 * The end of the last certificate in a base64 bundle of certificate authorities, in epoch milliseconds: until then, one
 * of them holds. Undefined without a bundle that can be read.
 */
export function bundleEndAt(value: unknown, ...path: Path): number | undefined {
  const bundle = stringAt(value, ...path);
  if (bundle === undefined || bundle === "" || bundle.length > longestBundle) return undefined;
  const pem = Buffer.from(bundle, "base64").toString("latin1");
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const ends = blocks.slice(0, mostCertificates).flatMap((block) => endOf(block) ?? []);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

function endOf(pem: string): number | undefined {
  try {
    const end = Date.parse(new X509Certificate(pem).validTo);
    return Number.isFinite(end) ? end : undefined;
  } catch {
    return undefined; // It is no certificate, and its end is not known.
  }
}
