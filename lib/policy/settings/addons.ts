import type { ShootSpec } from "#lib/garden/shoot.ts";
import { parseCidr } from "#lib/kube/cidr.ts";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { EditionRules } from "../editions/edition-rules.ts";
import { refusedFieldNames } from "../maintenance/spec-clean-up.ts";
import { poolsOf } from "../maintenance/version-state.ts";
import { type Faults, faultIf } from "./fault.ts";
import { checkEach, checkName, isSet, oneOf } from "./field-checks.ts";

const path = "spec.addons";
const configMapKey = /^[-._a-zA-Z0-9]{1,253}$/;

/**
 * Validation of add-ons, which are only allowed for purpose `evaluation`. Skipped if the Kubernetes version has no
 * add-ons at all, which is a rule of its own.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateAddons
 */
export function validateAddons(spec: ShootSpec, rules: EditionRules): Faults {
  const { addons, purpose, kubernetes } = spec;
  const ended = poolsOf(spec).length === 0 || refusedFieldNames(kubernetes.version, rules).includes("addons");
  if (!isSet(addons) || ended) return [];
  const [ingress, dashboard] = [enabled(addons, "nginxIngress"), enabled(addons, "kubernetesDashboard")];
  const isOther = isSet(purpose) && purpose !== "evaluation" && (ingress ?? dashboard) !== undefined;
  const mode = fieldAt(dashboard, "authenticationMode");
  return [
    ...faultIf(isOther, path, "ADDONS_NEED_EVALUATION"),
    ...ingressFaults(ingress),
    ...oneOf(`${path}.kubernetesDashboard.authenticationMode`, mode, ["token"]),
  ];
}

function enabled(addons: unknown, name: string): unknown {
  const addon = fieldAt(addons, name);
  return fieldAt(addon, "enabled") === true ? addon : undefined;
}

function ingressFaults(ingress: unknown): Faults {
  const at = `${path}.nginxIngress`;
  const config = fieldAt(ingress, "config");
  const ranges = listAt(ingress, "loadBalancerSourceRanges");
  return [
    ...checkEach(`${at}.loadBalancerSourceRanges[]`, ranges, (place, value) =>
      faultIf(parseCidr(value) === undefined, place, "CIDR_MALFORMED", { value }),
    ),
    ...Object.keys(isRecord(config) ? config : {}).flatMap((key) =>
      checkName(`${at}.config[${key}]`, key, (text) => configMapKey.test(text)),
    ),
    ...oneOf(`${at}.externalTrafficPolicy`, fieldAt(ingress, "externalTrafficPolicy"), ["Cluster", "Local"]),
  ];
}
