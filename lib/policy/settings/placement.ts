import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import { isLabelKey, isLabelValue } from "#lib/kube/labels.ts";
import { isDns1123Label, isDns1123Subdomain } from "#lib/kube/names.ts";
import type { ChangeFault } from "./fault.ts";
import { invalidName, isSet, labelFaults, oneOf, required } from "./field-checks.ts";

type Faults = readonly ChangeFault[];

/** In the order of the alphabet, as the API server lists them; infrastructure is for the garden's own clusters. */
const purposes = ["development", "evaluation", "production", "testing"];
const gardenPurposes = ["development", "evaluation", "infrastructure", "production", "testing"];
const gardenNamespace = "garden";

/**
 * What a Shoot is for, and where it may go: its CloudProfile, region, Seed and exposure are said in a form that can be
 * meant. Whether there is what they name is a matter of admission.
 * @param namespace of the Shoot; without it the garden's own purpose is taken for allowed
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootSpec and ValidateCloudProfileReference
 */
export function validatePlacement(before: ShootSpec, after: ShootSpec, namespace: string | undefined): Faults {
  const offered = namespace === undefined || namespace === gardenNamespace ? gardenPurposes : purposes;
  const exposure = textAt(after, "exposureClassName");
  return [
    ...profileFaults(before, after),
    ...(before.provider.type ? typeFaults(after.provider.type) : []),
    ...(isSet(before.region) ? required("spec.region", after.region) : []),
    ...(after.seedName === ""
      ? [{ path: "spec.seedName", code: "NAME_INVALID", type: "Invalid", facts: { value: "" } } as const]
      : []),
    ...selectorFaults("spec.seedSelector", fieldAt(after, "seedSelector")),
    ...oneOf("spec.purpose", after.purpose, offered),
    ...(exposure === undefined || isDns1123Subdomain(exposure) ? [] : invalidName("spec.exposureClassName", exposure)),
  ];
}

function typeFaults(type: string): Faults {
  const path = "spec.provider.type";
  return type === "" || isDns1123Label(type) ? required(path, type) : invalidName(path, type);
}

function profileFaults(before: ShootSpec, after: ShootSpec): Faults {
  const path = "spec.cloudProfile";
  const nameOf = ({ cloudProfile, cloudProfileName }: ShootSpec) =>
    isSet(cloudProfile) ? textAt(cloudProfile, "name") : cloudProfileName;
  if (!nameOf(after)) return nameOf(before) ? required(`${path}.name`, undefined) : [];
  // The API server fills in the kind where it is left out.
  const kind = textAt(after, "cloudProfile", "kind") || "CloudProfile";
  return oneOf(`${path}.kind`, kind, ["CloudProfile", "NamespacedCloudProfile"]);
}

/** @source Kubernetes: apimachinery, pkg/apis/meta/v1/validation, ValidateLabelSelector */
function selectorFaults(path: string, selector: unknown): Faults {
  return [
    ...labelFaults(`${path}.matchLabels`, fieldAt(selector, "matchLabels")),
    ...listAt(selector, "matchExpressions").flatMap((one, index) =>
      expressionFaults(`${path}.matchExpressions[${index}]`, one),
    ),
  ];
}

function expressionFaults(at: string, expression: unknown): Faults {
  const [key, operator] = [textAt(expression, "key") ?? "", textAt(expression, "operator") ?? ""];
  const values = listAt(expression, "values").filter((value) => typeof value === "string");
  return [
    ...operatorFaults(at, operator, values.length > 0),
    ...(isLabelKey(key) ? [] : invalidName(`${at}.key`, key)),
    ...values.flatMap((value, index) => (isLabelValue(value) ? [] : invalidName(`${at}.values[${index}]`, value))),
  ];
}

function operatorFaults(at: string, operator: string, hasValues: boolean): Faults {
  if (operator === "In" || operator === "NotIn") return hasValues ? [] : required(`${at}.values`, undefined);
  if (operator === "Exists" || operator === "DoesNotExist") {
    return hasValues ? [{ path: `${at}.values`, code: "OPERATOR_TAKES_NO_VALUES", type: "Forbidden" }] : [];
  }
  const facts = { value: operator, offered: ["In", "NotIn", "Exists", "DoesNotExist"] };
  return [{ path: `${at}.operator`, code: "VALUE_UNKNOWN", type: "Invalid", facts }];
}
