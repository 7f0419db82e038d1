import type { ShootSpec } from "#lib/garden/shoot.ts";
import { parseCidr } from "#lib/kube/cidr.ts";
import { stringAt } from "#lib/kube/field.ts";
import { isSelfHosted } from "../maintenance/control-plane-pools.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { childField, invalidIf, requiredIf } from "./shared/provider-error.ts";
import { networkingField, type ProviderInput } from "./shared/provider-input.ts";
import { checkRangesWithin, rangeOf } from "./shared/ranges.ts";

/** Ranges of nodes that run as pods in a kind cluster, or as containers on the network of kind. */
const inPods = { IPv4: "10.0.0.0/16", IPv6: "fd00:10:1:100::/56" } as const;
const inContainers = { IPv4: "172.18.0.0/24", IPv6: "fd00:10::/64" } as const;

/**
 * What the admission of provider-local objects to: nodes outside of the range that the network of kind has for them.
 * @source Gardener: pkg/provider-local/admission/validator/shoot.go, ValidateShootNodesCIDR
 */
export function findLocalErrors({ shoot: { spec }, before }: ProviderInput): readonly FieldErrors[] {
  const nodes = stringAt(spec.networking, "nodes");
  if (before && nodes === stringAt(before.spec.networking, "nodes")) return [];
  const field = childField(networkingField, "nodes");
  if (nodes === undefined) return [requiredIf(true, field, "nodes CIDR must not be empty")];
  const range = parseCidr(nodes);
  if (range === undefined) return [invalidIf(true, field, nodes, "nodes CIDR must be a valid CIDR")];
  const allowed = (isSelfHostedInContainers(spec) ? inContainers : inPods)[range.family];
  const isOutside = checkRangesWithin(rangeOf(field, allowed), rangeOf(field, nodes)).length > 0;
  return [invalidIf(isOutside, field, nodes, `nodes CIDR must be a subnet of ${allowed}`)];
}

function isSelfHostedInContainers(spec: ShootSpec): boolean {
  return isSelfHosted(spec) && !spec.credentialsBindingName && !spec.secretBindingName;
}
