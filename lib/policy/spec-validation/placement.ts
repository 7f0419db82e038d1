import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isLabelKey, isLabelValue } from "#lib/kube/labels.ts";
import { isDns1123Label, isDns1123Subdomain } from "#lib/kube/names.ts";
import { checkEach, checkLabels, checkName, checkOneOf, checkRequired, isSet } from "./field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "./field-error.ts";

/** Shoot purposes, sorted as in the API server's messages; only the garden's own clusters use `infrastructure`. */
const purposes = ["development", "evaluation", "production", "testing"];
const gardenPurposes = ["development", "evaluation", "infrastructure", "production", "testing"];
const gardenNamespace = "garden";

/**
 * Validation of purpose and placement: the form of CloudProfile, region, Seed and exposure class. Whether the
 * referenced objects exist is checked by admission.
 * @param namespace of the Shoot; without it the garden's own purpose is accepted
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootSpec and ValidateCloudProfileReference
 */
export function validatePlacement(before: ShootSpec, after: ShootSpec, namespace: string | undefined): FieldErrors {
  const offered = namespace === undefined || namespace === gardenNamespace ? gardenPurposes : purposes;
  const exposure = stringAt(after, "exposureClassName");
  return [
    ...profileErrors(before, after),
    ...(before.provider.type ? typeErrors(after.provider.type) : []),
    ...(isSet(before.region) ? checkRequired("spec.region", after.region) : []),
    ...fieldErrorIf(after.seedName === "", "spec.seedName", "NAME_INVALID", { value: "" }),
    ...findSelectorErrors("spec.seedSelector", fieldAt(after, "seedSelector")),
    ...checkOneOf("spec.purpose", after.purpose, offered),
    ...(exposure === undefined ? [] : checkName("spec.exposureClassName", exposure, isDns1123Subdomain)),
  ];
}

function typeErrors(type: string): FieldErrors {
  const path = "spec.provider.type";
  return type === "" ? checkRequired(path, type) : checkName(path, type, isDns1123Label);
}

function profileErrors(before: ShootSpec, after: ShootSpec): FieldErrors {
  const path = "spec.cloudProfile";
  const nameOf = ({ cloudProfile, cloudProfileName }: ShootSpec) =>
    isSet(cloudProfile) ? stringAt(cloudProfile, "name") : cloudProfileName;
  if (!nameOf(after)) return nameOf(before) ? checkRequired(`${path}.name`, undefined) : [];
  // The API server defaults the kind of a CloudProfile reference.
  const kind = stringAt(after, "cloudProfile", "kind") || "CloudProfile";
  return checkOneOf(`${path}.kind`, kind, ["CloudProfile", "NamespacedCloudProfile"]);
}

/** Errors for a label selector. @source Kubernetes: apimachinery, pkg/apis/meta/v1/validation, ValidateLabelSelector */
export function findSelectorErrors(path: string, selector: unknown): FieldErrors {
  return [
    ...checkLabels(`${path}.matchLabels`, fieldAt(selector, "matchLabels")),
    ...listAt(selector, "matchExpressions").flatMap((one, index) =>
      expressionErrors(`${path}.matchExpressions[${index}]`, one),
    ),
  ];
}

function expressionErrors(at: string, expression: unknown): FieldErrors {
  const [key, operator] = [stringAt(expression, "key") ?? "", stringAt(expression, "operator") ?? ""];
  const values = listAt(expression, "values").filter((value) => typeof value === "string");
  return [
    ...operatorErrors(at, operator, values.length > 0),
    ...checkName(`${at}.key`, key, isLabelKey),
    ...checkEach(`${at}.values[]`, values, (place, value) => checkName(place, value, isLabelValue)),
  ];
}

function operatorErrors(at: string, operator: string, hasValues: boolean): FieldErrors {
  if (operator === "In" || operator === "NotIn") return hasValues ? [] : checkRequired(`${at}.values`, undefined);
  if (operator === "Exists" || operator === "DoesNotExist") {
    return fieldErrorIf(hasValues, `${at}.values`, "OPERATOR_TAKES_NO_VALUES");
  }
  const facts = { value: operator, offered: ["In", "NotIn", "Exists", "DoesNotExist"] };
  return [fieldError(`${at}.operator`, "VALUE_UNKNOWN", facts, "Invalid")];
}
