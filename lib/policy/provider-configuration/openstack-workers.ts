import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { openstackName } from "./openstack-load-balancers.ts";
import { checkNodeTemplate } from "./shared/node-template.ts";
import { checkHasZones } from "./shared/pools.ts";
import {
  childField,
  duplicateIf,
  forbiddenIf,
  invalidIf,
  type ProviderField,
  requiredIf,
} from "./shared/provider-error.ts";
import { hasAt, type PlacedPool, textAt, textsAt } from "./shared/provider-input.ts";
import { checkText } from "./shared/text-rules.ts";

/**
 * Errors of the pools on OpenStack.
 * @source gardener-extension-provider-openstack: pkg/apis/openstack/validation, ValidateWorkers and ValidateWorkerConfig
 */
export function findOpenstackWorkerErrors(pools: readonly PlacedPool[], profile: CloudProfileSpec): FieldErrors {
  return pools.flatMap((placed) => {
    const { pool, field } = placed;
    const zones = checkHasZones(placed);
    if (zones.length > 0) return zones;
    const hasTypeAlone = hasAt(pool.volume, "type") && !pool.volume?.size;
    const words = "specifying volume type without a custom volume size is not allowed";
    const config = childField(field, "providerConfig");
    return [
      ...forbiddenIf(hasTypeAlone, childField(field, "volume", "type"), words),
      ...(hasAt(pool.providerConfig) ? checkWorkerConfig(config, placed, profile) : []),
    ];
  });
}

function checkWorkerConfig(field: ProviderField, { pool }: PlacedPool, profile: CloudProfileSpec): FieldErrors {
  const config = pool.providerConfig;
  const groups = textsAt(config, "additionalSecurityGroups");
  return [
    ...(hasAt(config, "serverGroup")
      ? checkServerGroup(childField(field, "serverGroup", "policy"), pool, profile)
      : []),
    ...checkNodeTemplate(config, field),
    ...checkMachineLabels(childField(field, "machineLabels"), pool),
    ...groups.flatMap(([index, name]) => {
      const at = childField(field, "additionalSecurityGroups", index);
      const first = groups.findIndex(([, other]) => other === name);
      return [
        ...requiredIf(name === "", at, "security group name must not be empty"),
        ...invalidIf(
          name !== "" && first < index,
          at,
          name,
          `duplicate security group, already listed at index ${first}`,
        ),
      ];
    }),
  ];
}

function checkServerGroup(field: ProviderField, pool: PlacedPool["pool"], profile: CloudProfileSpec): FieldErrors {
  const policy = textAt(pool.providerConfig, "serverGroup", "policy");
  if (policy === "") return invalidIf(true, field, policy, "policy field cannot be empty");
  const offered = listAt(profile, "providerConfig", "serverGroupPolicies");
  if (!offered.includes(policy)) {
    return invalidIf(true, field, policy, "no matching server group policy found in cloudprofile");
  }
  const words = 'using "affinity" policy with multiple availability zones is not allowed';
  return forbiddenIf((pool.zones ?? []).length > 1 && policy === "affinity", field, words);
}

function checkMachineLabels(field: ProviderField, pool: PlacedPool["pool"]): FieldErrors {
  const labels = listAt(pool.providerConfig, "machineLabels");
  const names = labels.map((label) => textAt(label, "name"));
  return labels.flatMap((label, index) => {
    const at = childField(field, index);
    const name = names[index] ?? "";
    const isRepeated = names.indexOf(name) < index;
    const isOfPool = fieldAt(pool.labels, name) !== undefined;
    return [
      ...checkText(childField(at, "name"), name, openstackName),
      ...checkText(childField(at, "value"), textAt(label, "value"), openstackName),
      ...duplicateIf(isRepeated && !isOfPool, childField(at, "name"), name),
      ...invalidIf(isOfPool, childField(at, "name"), name, "label name already defined as pool label"),
    ];
  });
}
