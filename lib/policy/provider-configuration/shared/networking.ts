import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { FieldErrors } from "../../spec-validation/field-error.ts";
import { childField, invalidIf, requiredIf } from "./provider-error.ts";
import { hasAt, ipFamiliesOf, networkingField } from "./provider-input.ts";

/** Error for a Shoot without a range of nodes. @param name the provider, as in its extension's message */
export function checkNodesSet({ networking }: ShootSpec, name: string): FieldErrors {
  const words = `a nodes CIDR must be provided for ${name} shoots`;
  return requiredIf(stringAt(networking, "nodes") === undefined, childField(networkingField, "nodes"), words);
}

export function hasIpv6(spec: ShootSpec): boolean {
  return ipFamiliesOf(spec).includes("IPv6");
}

export function hasIpv4(spec: ShootSpec): boolean {
  return ipFamiliesOf(spec).includes("IPv4");
}

/** Error for a network of IPv6 alone. */
export function checkNotIpv6Alone(spec: ShootSpec): FieldErrors {
  const families = ipFamiliesOf(spec);
  const words = "IPv6 single-stack networking is not supported";
  return invalidIf(
    families.length === 1 && families[0] === "IPv6",
    childField(networkingField, "ipFamilies"),
    families,
    words,
  );
}

/** Errors for a network with IPv6 that has an overlay network. */
export function checkNoOverlayWithIpv6(spec: ShootSpec): FieldErrors {
  if (!hasIpv6(spec)) return [];
  const config = fieldAt(spec.networking, "providerConfig");
  const words = "overlay must be set to false in conjunction with IPv6";
  if (hasAt(config, "overlay")) {
    const enabled = fieldAt(config, "overlay", "enabled");
    return invalidIf(
      enabled === true,
      childField(networkingField, "providerConfig", "overlay", "enabled"),
      enabled,
      words,
    );
  }
  return invalidIf(true, childField(networkingField, "ipFamilies"), ipFamiliesOf(spec), words);
}
