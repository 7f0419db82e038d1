import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { azureNames } from "./azure-names.ts";
import { checkAzureResourceId, parseAzureResourceId } from "./azure-resource-id.ts";
import { childField, forbiddenIf, invalidIf, providerField, requiredIf } from "./shared/provider-error.ts";
import { hasAt, textAt } from "./shared/provider-input.ts";
import {
  checkCanonicalRange,
  checkRangeForm,
  checkRangesApart,
  checkRangesWithin,
  type FieldRange,
  rangeOf,
  type ShootRanges,
} from "./shared/ranges.ts";
import { checkText } from "./shared/text-rules.ts";

const networks = childField(providerField("infrastructureConfig"), "networks");
const vnetField = childField(networks, "vnet");

/** Whether a Shoot uses a VNet that is there already. */
export function isExistingVnet(vnet: unknown): boolean {
  return hasAt(vnet, "name") && hasAt(vnet, "resourceGroup");
}

/** Whether nothing is said about the VNet, so that its range is that of the workers. */
export function isDefaultVnet(vnet: unknown): boolean {
  return !hasAt(vnet, "name") && !hasAt(vnet, "resourceGroup") && !hasAt(vnet, "cidr");
}

/**
 * Errors for the VNet: an existing one by name and resource group and without a range, or a new one whose range holds
 * all others. @source gardener-extension-provider-azure: pkg/apis/azure/validation, validateVnetConfig
 */
export function checkAzureVnet(config: unknown, workers: FieldRange | undefined, shoot: ShootRanges): FieldErrors {
  const vnet = fieldAt(config, "networks", "vnet") ?? {};
  if (hasAt(vnet, "name") !== hasAt(vnet, "resourceGroup")) {
    return invalidIf(true, vnetField, vnet, "vnet name and resource group need to be specified together");
  }
  const { plan, isReadable } = checkProtectionPlan(stringAt(vnet, "ddosProtectionPlanID"));
  if (!isReadable) return plan;
  if (isExistingVnet(vnet)) return [...plan, ...checkExistingVnet(vnet, stringAt(config, "resourceGroup", "name"))];
  if (isDefaultVnet(vnet)) {
    const words = "a vnet cidr or vnet reference must be specified when the workers field is not set";
    if (workers === undefined) return [...plan, ...forbiddenIf(true, childField(vnetField, "cidr"), words)];
    return [
      ...plan,
      ...checkRangesWithin(workers, shoot.nodes),
      ...checkRangesApart(workers, shoot.pods, shoot.services),
    ];
  }
  const range = rangeOf(childField(vnetField, "cidr"), textAt(vnet, "cidr"));
  const zones = listAt(config, "networks", "zones").map((zone, index) =>
    rangeOf(childField(networks, "zones", index, "cidr"), textAt(zone, "cidr")),
  );
  return [
    ...plan,
    ...checkRangeForm(range),
    ...checkCanonicalRange(range),
    ...checkRangesWithin(range, shoot.nodes),
    ...checkRangesApart(range, shoot.pods, shoot.services),
    ...checkRangesWithin(range, workers, ...zones),
  ];
}

/** Errors for the plan; of a VNet whose plan cannot be read nothing else is said. */
function checkProtectionPlan(given: string | undefined): { readonly plan: FieldErrors; readonly isReadable: boolean } {
  if (given === undefined) return { plan: [], isReadable: true };
  const field = childField(vnetField, "ddosProtectionPlanID");
  const id = parseAzureResourceId(given);
  if (id === undefined) {
    return { plan: invalidIf(true, field, given, "invalid DDoS protection plan ID"), isReadable: false };
  }
  return {
    plan: [...checkAzureResourceId(field, id), ...checkText(field, id.name, azureNames.resource)],
    isReadable: true,
  };
}

function checkExistingVnet(vnet: unknown, ownGroup: string | undefined): FieldErrors {
  const [name, group] = [textAt(vnet, "name"), textAt(vnet, "resourceGroup")];
  const [nameField, groupField] = [childField(vnetField, "name"), childField(vnetField, "resourceGroup")];
  return [
    ...requiredIf(name === "", nameField, "the vnet name must not be empty if specifying an existing vnet"),
    ...requiredIf(group === "", groupField, "the vnet resource group must not be empty if specifying an existing vnet"),
    ...checkText(groupField, group, azureNames.resourceGroup),
    ...checkText(nameField, name, azureNames.vnet),
    ...invalidIf(
      hasAt(vnet, "cidr"),
      childField(vnetField, "cidr"),
      vnet,
      "specifying a cidr for an existing vnet is not possible",
    ),
    ...invalidIf(
      group === ownGroup,
      groupField,
      group,
      "the vnet resource group must not be the same as the cluster resource group",
    ),
    ...forbiddenIf(
      hasAt(vnet, "ddosProtectionPlanID"),
      childField(vnetField, "ddosProtectionPlanID"),
      "cannot assign a ddos protection plan to a vnet not managed by Gardener",
    ),
  ];
}
