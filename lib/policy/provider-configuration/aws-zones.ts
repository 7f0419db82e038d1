import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import {
  childField,
  duplicateIf,
  forbiddenIf,
  invalidIf,
  type ProviderField,
  providerField,
  requiredIf,
} from "./shared/provider-error.ts";
import { hasAt, isOnAt } from "./shared/provider-input.ts";
import { checkText } from "./shared/text-rules.ts";

const infra = providerField("infrastructureConfig", true);
const zonesField = childField(infra, "networks", "zones");

function zonesOf(config: unknown): readonly unknown[] {
  return listAt(config, "networks", "zones");
}

/**
 * Errors for zones of which some have subnets of the user's own and some such that Gardener creates.
 * @source gardener-extension-provider-aws: pkg/apis/aws/validation/infrastructure.go
 */
export function checkAwsZoneKinds(config: unknown): FieldErrors {
  const zones = zonesOf(config);
  if (zones.length === 0) return [];
  const isOwn = zones.some((zone) => hasAt(zone, "workersSubnetID"));
  const isManaged = zones.some((zone) => hasAt(zone, "workers"));
  const storage = fieldAt(config, "elasticFileSystem");
  return [
    ...forbiddenIf(
      isOwn && isManaged,
      zonesField,
      "all zones must use the same approach: either all workersSubnetID (BYO) or all workers CIDR (Gardener-managed); mixing is not allowed",
    ),
    ...requiredIf(!isOwn && !isManaged, zonesField, "each zone must specify either workers (CIDR) or workersSubnetID"),
    ...requiredIf(
      isOwn && isOnAt(storage, "enabled") && !hasAt(storage, "id"),
      childField(infra, "elasticFileSystem", "id"),
      "elasticFileSystem.id is required in BYO mode (workersSubnetID); Gardener does not create EFS file systems or mount targets in BYO mode",
    ),
    ...(isOwn && zones.length > 1
      ? ["publicSubnetID", "internalSubnetID"].flatMap((name) => checkInEveryZone(zones, name))
      : []),
  ];
}

function checkInEveryZone(zones: readonly unknown[], name: string): FieldErrors {
  if (!zones.some((zone) => hasAt(zone, name))) return [];
  return zones.flatMap((zone, index) =>
    requiredIf(
      hasAt(zone, "workersSubnetID") && !hasAt(zone, name),
      childField(zonesField, index, name),
      `all BYO zones must specify ${name} when any zone has it`,
    ),
  );
}

/** Errors for the subnets of a zone: exactly one kind for workers, and no mixture of both kinds. */
export function checkAwsSubnets(config: unknown, index: number): FieldErrors {
  const zones = zonesOf(config);
  const zone = zones[index];
  const at = childField(zonesField, index);
  const hasVpc = hasAt(config, "networks", "vpc", "id");
  const earlier = zones.slice(0, index);
  if (!hasAt(zone, "workersSubnetID")) {
    return [
      ...requiredIf(!hasAt(zone, "workers"), at, "must specify either workers (CIDR) or workersSubnetID"),
      ...["publicSubnetID", "internalSubnetID"].flatMap((name) =>
        forbiddenIf(
          hasAt(zone, name),
          childField(at, name),
          `${name} is only allowed when workersSubnetID is set (BYO mode)`,
        ),
      ),
    ];
  }
  const used = (names: readonly string[]) =>
    earlier.flatMap((other) => names.flatMap((name) => stringAt(other, name) ?? []));
  const ofBalancers = used(["publicSubnetID", "internalSubnetID"]);
  const { publicSubnetID, internalSubnetID } = {
    publicSubnetID: stringAt(zone, "publicSubnetID"),
    internalSubnetID: stringAt(zone, "internalSubnetID"),
  };
  return [
    ...invalidIf(
      hasAt(zone, "workers"),
      childField(at, "workers"),
      "",
      "cannot specify both workers (CIDR) and workersSubnetID",
    ),
    ...checkSubnet(
      childField(at, "workersSubnetID"),
      stringAt(zone, "workersSubnetID"),
      used(["workersSubnetID"]),
      hasVpc,
    ),
    ...["internal", "public"].flatMap((name) =>
      forbiddenIf(
        hasAt(zone, name),
        childField(at, name),
        `${name} CIDR is forbidden when workersSubnetID is set; in BYO mode all subnets must be user-managed and LB subnets are discovered via tags`,
      ),
    ),
    ...checkSubnet(childField(at, "publicSubnetID"), publicSubnetID, ofBalancers, hasVpc),
    ...checkSubnet(
      childField(at, "internalSubnetID"),
      internalSubnetID,
      [...ofBalancers, ...(publicSubnetID ? [publicSubnetID] : [])],
      hasVpc,
    ),
    ...invalidIf(
      internalSubnetID !== undefined && internalSubnetID === publicSubnetID,
      childField(at, "internalSubnetID"),
      internalSubnetID,
      "internalSubnetID must differ from publicSubnetID in the same zone (public subnet must be IGW-routed, internal must be NAT-routed)",
    ),
  ];
}

function checkSubnet(
  field: ProviderField,
  id: string | undefined,
  used: readonly string[],
  hasVpc: boolean,
): FieldErrors {
  if (id === undefined) return [];
  return [
    ...checkText(field, id, { pattern: /^subnet-[a-z0-9]+$/, whenEmpty: "cannot be empty", maximum: 255 }),
    ...forbiddenIf(!hasVpc, field, "subnet ID references require VPC.ID to be set (existing VPC)"),
    ...duplicateIf(used.includes(id), field, id),
  ];
}
