import { isRecord } from "./wire.ts";

/** Names of fields that are maps in Gardener's and Kubernetes' types, so that an empty map equals a missing one. */
const mapFields: ReadonlySet<string> = new Set([
  "annotations",
  "data",
  "featureGates",
  "labels",
  "matchLabels",
  "nodeSelector",
  "sysctls",
]);

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function isEmptyMap(field: string, value: unknown): boolean {
  return mapFields.has(field) && (isEmpty(value) || (isRecord(value) && Object.keys(value).length === 0));
}

/**
 * Returns whether two JSON values mean the same to Kubernetes: missing, null and an empty list or map are equal, the
 * order of fields does not matter, the order of list items does. An empty object that is not a map differs from a
 * missing one.
 * @source Kubernetes: apimachinery api/equality, Semantic.DeepEqual
 */
export function semanticallyEqual(a: unknown, b: unknown): boolean {
  if (a === b || (isEmpty(a) && isEmpty(b))) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => semanticallyEqual(item, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const isSame = (field: string) =>
    semanticallyEqual(a[field], b[field]) || (isEmptyMap(field, a[field]) && isEmptyMap(field, b[field]));
  return Object.keys(a).every(isSame) && Object.keys(b).every((field) => Object.hasOwn(a, field) || isSame(field));
}
