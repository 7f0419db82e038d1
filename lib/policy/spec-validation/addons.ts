import type { ShootSpec } from "#lib/garden/shoot.ts";
import { parseCidr } from "#lib/kube/cidr.ts";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { namesOfRejectedFields } from "../maintenance/spec-cleanup.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { checkEach, checkName, checkOneOf, isSet } from "./field-checks.ts";
import { type FieldErrors, fieldErrorIf } from "./field-error.ts";

const path = "spec.addons";
const configMapKey = /^[-._a-zA-Z0-9]{1,253}$/;

/**
 * Validation of add-ons, which are only allowed for purpose `evaluation`. Skipped if the Kubernetes version allows no
 * add-ons at all, which another rule checks.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateAddons
 */
export function validateAddons(spec: ShootSpec, rules: GardenerRules): FieldErrors {
  const { addons, purpose, kubernetes } = spec;
  const ended = workerPoolsOf(spec).length === 0 || namesOfRejectedFields(kubernetes.version, rules).includes("addons");
  if (!isSet(addons) || ended) return [];
  const [ingress, dashboard] = [enabled(addons, "nginxIngress"), enabled(addons, "kubernetesDashboard")];
  const isOther = isSet(purpose) && purpose !== "evaluation" && (ingress ?? dashboard) !== undefined;
  const mode = fieldAt(dashboard, "authenticationMode");
  return [
    ...fieldErrorIf(isOther, path, "ADDONS_NEED_EVALUATION"),
    ...ingressErrors(ingress),
    ...checkOneOf(`${path}.kubernetesDashboard.authenticationMode`, mode, ["token"]),
  ];
}

function enabled(addons: unknown, name: string): unknown {
  const addon = fieldAt(addons, name);
  return fieldAt(addon, "enabled") === true ? addon : undefined;
}

function ingressErrors(ingress: unknown): FieldErrors {
  const at = `${path}.nginxIngress`;
  const config = fieldAt(ingress, "config");
  const ranges = listAt(ingress, "loadBalancerSourceRanges");
  return [
    ...checkEach(`${at}.loadBalancerSourceRanges[]`, ranges, (place, value) =>
      fieldErrorIf(parseCidr(value) === undefined, place, "CIDR_MALFORMED", { value }),
    ),
    ...Object.keys(isRecord(config) ? config : {}).flatMap((key) =>
      checkName(`${at}.config[${key}]`, key, (text) => configMapKey.test(text)),
    ),
    ...checkOneOf(`${at}.externalTrafficPolicy`, fieldAt(ingress, "externalTrafficPolicy"), ["Cluster", "Local"]),
  ];
}
