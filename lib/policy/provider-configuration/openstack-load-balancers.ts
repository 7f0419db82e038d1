import { stringAt } from "#lib/kube/field.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { childField, duplicateIf, forbiddenIf, invalidIf, type ProviderField } from "./shared/provider-error.ts";
import { hasAt, textAt } from "./shared/provider-input.ts";
import { checkText, checkUuid } from "./shared/text-rules.ts";

/** How resources of OpenStack may be named. @source gardener-extension-provider-openstack: validation/filter.go */
export const openstackName = {
  pattern: /^[^{}[\]\n]+$/,
  whenEmpty: "cannot be empty",
  maximum: 255,
  quotesPattern: true,
} as const;

/**
 * Errors of load balancer classes: their names, that there is one default and one private class, and that a floating
 * subnet is chosen in one way. A class for the VPN only comes from the CloudProfile.
 * @source gardener-extension-provider-openstack: pkg/apis/openstack/validation, ValidateLoadBalancerClasses
 */
export function checkLoadBalancerClasses(field: ProviderField, classes: readonly unknown[]): FieldErrors {
  const names = classes.map((each) => textAt(each, "name"));
  const isOf = (purpose: string) => (each: unknown) =>
    stringAt(each, "purpose") === purpose || textAt(each, "name") === purpose;
  return [
    ...classes.flatMap((each, index) => {
      const at = childField(field, index);
      const second = (purpose: string) => isOf(purpose)(each) && classes.slice(0, index).some(isOf(purpose));
      const multiple = (purpose: string) => `not allowed to configure multiple ${purpose} load balancer classes`;
      return [
        ...checkClass(at, each),
        ...duplicateIf(names.indexOf(names[index] ?? "") < index, childField(at, "name"), names[index] ?? ""),
        ...["default", "private"].flatMap((purpose) => invalidIf(second(purpose), field, classes, multiple(purpose))),
      ];
    }),
    ...classes.flatMap((each, index) =>
      invalidIf(
        stringAt(each, "purpose") === "vpn",
        childField(field, index),
        "vpn",
        'not allowed to specify a LoadBalancerClass with purpose "vpn"',
      ),
    ),
  ];
}

function checkClass(at: ProviderField, given: unknown): FieldErrors {
  const purpose = stringAt(given, "purpose");
  const [id, name, tags] = ["floatingSubnetID", "floatingSubnetName", "floatingSubnetTags"].map((each) =>
    hasAt(given, each),
  );
  const words = 'invalid LoadBalancerClass purpose. Valid values are "default" or "private"';
  const isKnown = purpose === undefined || ["default", "private", "vpn"].includes(purpose);
  const texts = ["name", ...(name ? ["floatingSubnetName"] : []), ...(tags ? ["floatingSubnetTags"] : [])];
  return [
    ...invalidIf(!isKnown, at, purpose, words),
    ...["floatingNetworkID", "floatingSubnetID"].flatMap((each) =>
      checkUuid(childField(at, each), stringAt(given, each)),
    ),
    ...texts.flatMap((each) => checkText(childField(at, each), textAt(given, each), openstackName)),
    ...checkOneSubnet(at, { id: id === true, name: name === true, tags: tags === true }),
  ];
}

function checkOneSubnet(at: ProviderField, by: Readonly<Record<"id" | "name" | "tags", boolean>>): FieldErrors {
  if (by.id && by.name && by.tags) {
    return forbiddenIf(true, at, "cannot select floating subnet by id, name and tags in parallel");
  }
  if (by.id) return forbiddenIf(by.name || by.tags, at, "specify floating subnet id and name or tags is not possible");
  return forbiddenIf(by.name && by.tags, at, "specify floating subnet name and id or tags is not possible");
}
