import { fieldAt, listAt } from "#lib/kube/field.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { azureNames } from "./azure-names.ts";
import { childField, forbiddenIf, invalidIf, type ProviderField, unsupportedIf } from "./shared/provider-error.ts";
import { hasAt, isOnAt, numberAt, textAt, textsAt } from "./shared/provider-input.ts";
import { checkText } from "./shared/text-rules.ts";

const [shortestIdle, longestIdle] = [4, 120];
const skus = ["Standard", "StandardV2"];

/** Errors for service endpoints that are not of Microsoft. */
export function checkAzureServiceEndpoints(field: ProviderField, holder: unknown): FieldErrors {
  return textsAt(holder, "serviceEndpoints").flatMap(([index, name]) =>
    checkText(childField(field, index), name, azureNames.serviceEndpoint),
  );
}

function checkIdle(field: ProviderField, gateway: unknown): FieldErrors {
  const minutes = numberAt(gateway, "idleConnectionTimeoutMinutes");
  const words = `idleConnectionTimeoutMinutes values must range between ${shortestIdle} and ${longestIdle}`;
  const isOutside = minutes !== undefined && (minutes < shortestIdle || minutes > longestIdle);
  return invalidIf(isOutside, childField(field, "idleConnectionTimeoutMinutes"), minutes, words);
}

function checkSku(field: ProviderField, gateway: unknown): FieldErrors {
  const sku = textAt(gateway, "sku");
  return unsupportedIf(hasAt(gateway, "sku") && !skus.includes(sku), childField(field, "sku"), sku, skus);
}

function checkDisabled(field: ProviderField, gateway: unknown, others: readonly string[]): FieldErrors {
  const words = "NatGateway is disabled but additional NatGateway config is passed";
  return invalidIf(
    others.some((name) => hasAt(gateway, name)),
    field,
    gateway,
    words,
  );
}

const settings = ["idleConnectionTimeoutMinutes", "ipAddresses", "sku"];

function checkAddress(field: ProviderField, address: unknown): FieldErrors {
  return [
    ...checkText(childField(field, "resourceGroup"), textAt(address, "resourceGroup"), azureNames.resourceGroup),
    ...checkText(childField(field, "name"), textAt(address, "name"), azureNames.publicIp),
  ];
}

/** Errors for the NAT gateway of a Shoot with one subnet. */
export function checkAzureNatGateway(field: ProviderField, gateway: unknown): FieldErrors {
  if (!hasAt(gateway)) return [];
  if (!isOnAt(gateway, "enabled")) return checkDisabled(field, gateway, [...settings, "zone"]);
  const sku = hasAt(gateway, "sku") ? textAt(gateway, "sku") : "Standard";
  return [
    ...checkIdle(field, gateway),
    ...checkSku(field, gateway),
    ...(sku === "Standard" ? checkStandard(field, gateway) : []),
    ...(sku === "StandardV2" ? checkZoneRedundant(field, gateway) : []),
  ];
}

function checkStandard(field: ProviderField, gateway: unknown): FieldErrors {
  const [zone, addresses] = [numberAt(gateway, "zone"), listAt(gateway, "ipAddresses")];
  const words = "Public IPs can only be selected for zonal NatGateways";
  if (zone === undefined) return invalidIf(addresses.length > 0, childField(field, "zone"), null, words);
  return addresses.flatMap((address, index) => {
    const at = childField(field, "ipAddresses", index);
    const own = numberAt(address, "zone");
    const elsewhere = `Public IP can't be used as it is not in the same zone as the NatGateway (zone ${zone})`;
    return [
      ...checkAddress(at, address),
      ...invalidIf(own !== undefined && own !== zone, childField(at, "zone"), own, elsewhere),
    ];
  });
}

/** A gateway of this SKU, and its addresses, are in all zones. */
function checkZoneRedundant(field: ProviderField, gateway: unknown): FieldErrors {
  return [
    ...forbiddenIf(
      hasAt(gateway, "zone"),
      childField(field, "zone"),
      "zone cannot be specified when using StandardV2 SKU (StandardV2 is zone-redundant)",
    ),
    ...listAt(gateway, "ipAddresses").flatMap((address, index) =>
      forbiddenIf(
        hasAt(address, "zone"),
        childField(field, "ipAddresses", index, "zone"),
        "zone cannot be specified for IP addresses when using StandardV2 SKU (StandardV2 NAT Gateway and its IPs must be zone-redundant)",
      ),
    ),
  ];
}

/** Errors for the NAT gateway of one zone. */
export function checkAzureZoneNatGateway(field: ProviderField, gateway: unknown): FieldErrors {
  if (!hasAt(gateway)) return [];
  const idle = checkIdle(field, gateway);
  if (!isOnAt(gateway, "enabled")) return [...idle, ...checkDisabled(field, gateway, settings)];
  const words = "Only Standard SKU can be configured for multi-subnet layout";
  const isOther = hasAt(gateway, "sku") && fieldAt(gateway, "sku") !== "Standard";
  return [
    ...idle,
    ...listAt(gateway, "ipAddresses").flatMap((address, index) =>
      checkAddress(childField(field, "ipAddresses", index), address),
    ),
    ...checkSku(field, gateway),
    ...forbiddenIf(isOther, childField(field, "sku"), words),
  ];
}
