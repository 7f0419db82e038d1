import type { Toleration } from "#lib/garden/shoot.ts";
import { isLabelKey, isLabelValue } from "#lib/kube/labels.ts";

/** A taint of a Seed, or an entry in a list of allowed or default tolerations: a key and optionally a value. */
export interface TaintKeyValue {
  readonly key: string;
  readonly value?: string | null;
}

/** An error in `spec.tolerations`; `path` is the field path of the list entry. */
export interface TolerationError {
  readonly path: string;
  readonly code: "KEY_REQUIRED" | "KEY_INVALID" | "VALUE_INVALID" | "DUPLICATE";
}

/**
 * Whether the tolerations cover all taints of a Seed. A toleration with a value covers a taint without one, but a
 * toleration without a value does not cover a taint with one, unlike `Exists` in Kubernetes. The last toleration of a
 * key wins, so two taints of one key with different values can never be tolerated.
 * @source Gardener: pkg/api/core/v1beta1/helper/seed.go, TaintsAreTolerated
 */
export function toleratesTaints(taints: readonly TaintKeyValue[], tolerations: readonly TaintKeyValue[]): boolean {
  if (taints.length === 0) return true;
  if (taints.length > tolerations.length) return false;
  return untoleratedTaints(taints, tolerations).length === 0;
}

/**
 * The taints that no toleration covers, in the order of the Seed. Also empty when there are more taints than
 * tolerations (two taints of one key), which Gardener rejects because of the number: see `toleratesTaints`.
 * @source Gardener: pkg/api/core/v1beta1/helper/seed.go, TaintsAreTolerated
 */
export function untoleratedTaints(
  taints: readonly TaintKeyValue[],
  tolerations: readonly TaintKeyValue[],
): readonly TaintKeyValue[] {
  const valueByKey = new Map(tolerations.map(({ key, value }) => [key, value ?? ""]));
  return taints.filter(({ key, value }) => {
    const tolerated = valueByKey.get(key);
    if (tolerated === undefined) return true;
    return value !== undefined && value !== null && tolerated !== value;
  });
}

/**
 * Static validation of tolerations (422). An entry is a duplicate when the same `key[=value]` or the bare key came
 * earlier, so order matters: `[foo, foo=a]` is rejected, `[foo=a, foo]` is not. A missing key counts as an empty one.
 * @param path Path of the list, such as `spec.tolerations`.
 * @source Gardener: pkg/api/core/validation/project.go, validateTolerations
 */
export function validateTolerations(tolerations: readonly TaintKeyValue[], path: string): readonly TolerationError[] {
  const seen = new Set<string>();
  return tolerations.flatMap((given, index) => {
    const at = `${path}[${index}]`;
    // The key may be missing in received data, despite its type.
    const toleration = { ...given, key: given.key ?? "" };
    const faults = entryErrors(toleration, at);
    const text = formatKeyValue(toleration);
    if (seen.has(text) || seen.has(toleration.key)) faults.push({ path: at, code: "DUPLICATE" });
    seen.add(text);
    return faults;
  });
}

function entryErrors({ key, value }: TaintKeyValue, at: string): TolerationError[] {
  const faults: TolerationError[] = [];
  if (key === "") faults.push({ path: `${at}.key`, code: "KEY_REQUIRED" });
  else if (!isLabelKey(key)) faults.push({ path: `${at}.key`, code: "KEY_INVALID" });
  if (value !== undefined && value !== null && !isLabelValue(value)) {
    faults.push({ path: `${at}.value`, code: "VALUE_INVALID" });
  }
  return faults;
}

/** Input for checking whether a Shoot's tolerations are allowed in its project. */
export interface TolerationAdmission {
  readonly operation: "create" | "update";
  readonly tolerations: readonly Toleration[];
  /** Tolerations before the update; unused on creation. */
  readonly oldTolerations?: readonly Toleration[];
  readonly projectWhitelist: readonly TaintKeyValue[];
  readonly globalWhitelist: readonly TaintKeyValue[];
}

/**
 * The tolerations that the project may not use (403). A whitelist entry without a value allows every value of its key,
 * an entry with a value only that pair. On update only new tolerations are checked; removing is always allowed.
 * @source Gardener: plugin/pkg/shoot/tolerationrestriction
 */
export function findForbiddenTolerations(admission: TolerationAdmission): readonly Toleration[] {
  const whitelist = new Set([...admission.projectWhitelist, ...admission.globalWhitelist].map(formatKeyValue));
  const before = new Set(admission.operation === "update" ? (admission.oldTolerations ?? []).map(formatKeyValue) : []);
  return admission.tolerations.filter((toleration) => {
    const text = formatKeyValue(toleration);
    return !before.has(text) && !whitelist.has(text) && !whitelist.has(toleration.key);
  });
}

/** Input for adding the default tolerations to a Shoot. */
export interface TolerationDefaulting {
  readonly operation: "create" | "update";
  readonly tolerations: readonly Toleration[];
  readonly globalDefaults: readonly TaintKeyValue[];
  readonly projectDefaults: readonly TaintKeyValue[];
}

/**
 * The tolerations after defaulting: on creation the global defaults and then the project's are added, except for keys
 * the user set. A key in both lists of defaults is added twice and may then fail the check for duplicates.
 * @source Gardener: plugin/pkg/shoot/tolerationrestriction
 */
export function defaultTolerations(defaulting: TolerationDefaulting): readonly Toleration[] {
  if (defaulting.operation !== "create") return defaulting.tolerations;
  const given = new Set(defaulting.tolerations.map(({ key }) => key));
  const added = [...defaulting.globalDefaults, ...defaulting.projectDefaults].filter(({ key }) => !given.has(key));
  return [...defaulting.tolerations, ...added];
}

/** `key` or `key=value`, the form in which Gardener compares and prints tolerations. */
export function formatKeyValue({ key, value }: TaintKeyValue): string {
  return value === undefined || value === null ? key : `${key}=${value}`;
}
