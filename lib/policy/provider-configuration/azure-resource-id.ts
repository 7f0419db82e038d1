import type { FieldErrors } from "../spec-validation/field-error.ts";
import { azureNames } from "./azure-names.ts";
import { childField, invalidIf, type ProviderField } from "./shared/provider-error.ts";
import { checkText, isUuid } from "./shared/text-rules.ts";

/** What the id of a resource of Azure says. */
export interface AzureResourceId {
  /** Empty if it names none, as also `resourceGroup`. */
  readonly subscription: string;
  readonly resourceGroup: string;
  /** Type below the provider's namespace, such as `virtualNetworks/subnets`. */
  readonly type: string;
  /** Empty for an id that ends with a type. */
  readonly name: string;
}

interface Place extends AzureResourceId {
  readonly namespace: string;
  readonly level: "tenant" | "subscription" | "resourceGroup" | "resource";
}

const own = "Microsoft.Resources";
const tenant: Place = {
  ...{ subscription: "", resourceGroup: "", namespace: own, type: "tenants", name: "", level: "tenant" },
};

/**
 * Reads the id of a resource; undefined if it is none.
 * @source github.com/Azure/azure-sdk-for-go/sdk/azcore: arm/internal/resource/resource_identifier.go, ParseResourceID
 */
export function parseAzureResourceId(id: string): AzureResourceId | undefined {
  const parts = id
    .split("/")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const isRooted = isWord(parts[0], "subscriptions") || isWord(parts[0], "providers");
  if (!id.startsWith("/") || parts.length < 2 || !isRooted) return undefined;
  return idBelow(tenant, parts);
}

function idBelow(parent: Place, parts: readonly string[]): Place | undefined {
  const [first, second = "", third = "", fourth = ""] = parts;
  if (first === undefined) return parent;
  if (parts.length === 1) return idOfType(parent, first);
  if (!isWord(first, "providers")) return idBelow(childOf(parent, first, second), parts.slice(2));
  if (parts.length === 2 || isWord(third, "providers")) {
    const isHolder = parent.level === "tenant" || parent.level === "subscription";
    return isHolder ? idBelow(placeBelow(parent, own, "providers", second), parts.slice(2)) : undefined;
  }
  return parts.length > 3 ? idBelow(placeBelow(parent, second, third, fourth), parts.slice(4)) : undefined;
}

/** An id that ends with a type; subscriptions and resource groups need a name, and a resource group a provider. */
function idOfType(parent: Place, type: string): Place | undefined {
  const isNameless =
    (isWord(type, "subscriptions") && parent.level === "tenant") ||
    (isWord(type, "resourceGroups") && parent.level === "subscription");
  return isNameless || parent.level === "resourceGroup" ? undefined : childOf(parent, type, "");
}

function childOf(parent: Place, type: string, name: string): Place {
  if (isWord(type, "resourceGroups") && parent.level === "subscription") {
    return placeBelow(parent, own, "resourceGroups", name);
  }
  if (isWord(type, "subscriptions") && parent.level === "tenant") return placeBelow(parent, own, "subscriptions", name);
  return placeBelow(parent, parent.namespace, `${parent.type}/${type}`, name);
}

function placeBelow(parent: Place, namespace: string, type: string, name: string): Place {
  const full = `${namespace}/${type}`;
  const { subscription, resourceGroup, level } = parent;
  return {
    ...{ namespace, type, name },
    subscription: full === `${own}/subscriptions` ? name : subscription,
    resourceGroup: full === `${own}/resourceGroups` ? name : resourceGroup,
    level:
      level === "tenant" && isWord(full, `${own}/subscriptions`)
        ? "subscription"
        : level === "subscription" && isWord(full, `${own}/resourceGroups`)
          ? "resourceGroup"
          : "resource",
  };
}

/** Words in ids have no case. */
function isWord(text: string | undefined, word: string): boolean {
  return text?.toLowerCase() === word.toLowerCase();
}

/** Errors for the subscription and the resource group in an id. */
export function checkAzureResourceId(field: ProviderField, id: AzureResourceId): FieldErrors {
  const { subscription, resourceGroup } = id;
  const isOther = subscription !== "" && !isUuid(subscription);
  return [
    ...invalidIf(isOther, field, subscription, "must be a valid Azure subscription ID"),
    ...(resourceGroup === ""
      ? []
      : checkText(childField(field, "resourceGroupName"), resourceGroup, azureNames.resourceGroup)),
  ];
}
