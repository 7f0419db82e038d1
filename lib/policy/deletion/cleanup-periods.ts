import { fail, ok, type Result } from "#lib/result.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";

const prefix = "shoot.gardener.cloud/";
export const cleanupWebhooksAnnotation = `${prefix}cleanup-webhooks-finalize-grace-period-seconds`;
export const cleanupExtendedApisAnnotation = `${prefix}cleanup-extended-apis-finalize-grace-period-seconds`;
export const cleanupKubernetesResourcesAnnotation = `${prefix}cleanup-kubernetes-resources-finalize-grace-period-seconds`;
export const skipCleanupAnnotation = `${prefix}skip-cleanup`;

/** Periods of one clean-up step, in seconds. */
export interface CleanupPeriod {
  /** `gracePeriodSeconds` of the DELETE request. */
  readonly deleteGraceSeconds: number;
  /** Time after which finalizers of remaining objects are removed. */
  readonly finalizeAfterSeconds: number;
}

export interface CleanupPeriods {
  readonly webhooks: CleanupPeriod;
  readonly extendedAPIs: CleanupPeriod | "skipped";
  readonly kubernetesResources: CleanupPeriod & { readonly kinds: "all" | "ServicesAndPVCs" };
  readonly volumeSnapshots: CleanupPeriod;
  /** Objects created over this many seconds after clean-up step 3 began are ignored; undefined in older gardenlets. */
  readonly ignoreCreatedAfterSeconds: number | undefined;
}

export interface CleanupError {
  readonly error: "NOT_AN_INTEGER";
  readonly annotation: string;
}

const webhookDefaults: CleanupPeriod = { deleteGraceSeconds: 300, finalizeAfterSeconds: 300 };
const extendedApiDefaults: CleanupPeriod = { deleteGraceSeconds: 300, finalizeAfterSeconds: 3600 };
const resourceDefaults: CleanupPeriod = { deleteGraceSeconds: 300, finalizeAfterSeconds: 300 };
const snapshotDefaults: CleanupPeriod = { deleteGraceSeconds: 300, finalizeAfterSeconds: 3600 };

/**
 * The clean-up periods of a Shoot in deletion. An annotation only applies when it is smaller than the default; the
 * server accepts negative values, and so does this function (forms should reject them). For `skip-cleanup` only its
 * presence matters: `=false` skips too.
 * @returns All periods in seconds, or the first annotation that is no integer, whose step fails.
 * @source Gardener: pkg/gardenlet/operation/botanist/cleanup.go
 */
export function cleanupPeriods(
  annotations: Readonly<Record<string, string>> = {},
  rules: GardenerRules = newestRules,
): Result<CleanupPeriods, CleanupError> {
  const skipped = Object.hasOwn(annotations, skipCleanupAnnotation);
  const read = (annotation: string) => integerAnnotation(annotations, annotation);

  const webhooks = read(cleanupWebhooksAnnotation);
  if (!webhooks.ok) return webhooks;
  const extended = skipped ? ok(undefined) : read(cleanupExtendedApisAnnotation);
  if (!extended.ok) return extended;
  const resources = read(cleanupKubernetesResourcesAnnotation);
  if (!resources.ok) return resources;

  return ok({
    webhooks: shortened(webhookDefaults, webhooks.value, 1),
    extendedAPIs: skipped ? "skipped" : shortened(extendedApiDefaults, extended.value, 0.1),
    kubernetesResources: {
      ...shortened(resourceDefaults, resources.value, 1),
      kinds: skipped ? "ServicesAndPVCs" : "all",
    },
    volumeSnapshots: skipped
      ? shortened(resourceDefaults, resources.value, 1)
      : shortened(snapshotDefaults, resources.value, 0.5),
    ignoreCreatedAfterSeconds:
      rules("cleanup.leftovers") === "none" ? undefined : (resources.value ?? resourceDefaults.finalizeAfterSeconds),
  });
}

function shortened(defaults: CleanupPeriod, seconds: number | undefined, factor: number): CleanupPeriod {
  if (seconds === undefined || seconds >= defaults.finalizeAfterSeconds) return defaults;
  // Adding zero turns JavaScript's -0 into Go's 0.
  return { deleteGraceSeconds: Math.trunc(seconds * factor) + 0, finalizeAfterSeconds: seconds };
}

/** Go's strconv.Atoi: an optional sign and decimal digits that fit into 64 bits. */
function integerAnnotation(
  annotations: Readonly<Record<string, string>>,
  annotation: string,
): Result<number | undefined, CleanupError> {
  const text = Object.hasOwn(annotations, annotation) ? annotations[annotation] : undefined;
  if (text === undefined) return ok(undefined);
  if (!/^[+-]?[0-9]+$/.test(text)) return fail({ error: "NOT_AN_INTEGER", annotation });
  const value = BigInt(text.replace("+", ""));
  if (value > 2n ** 63n - 1n || value < -(2n ** 63n)) return fail({ error: "NOT_AN_INTEGER", annotation });
  return ok(Number(value));
}
