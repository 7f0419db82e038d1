import { fieldAt, listAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { FieldErrors } from "../spec-validation/field-error.ts";
import { changedIf, childField, forbiddenIf, invalidIf, providerField } from "./provider-error.ts";
import { hasAt, isOnAt, textAt } from "./provider-input.ts";

const infra = providerField("infrastructureConfig", true);
const vpcField = childField(infra, "networks", "vpc");
const zonesField = childField(infra, "networks", "zones");

/**
 * Errors for changes of the networks on Alicloud: the VPC stays, zones can only be added, dual-stack only be turned on.
 * @source gardener-extension-provider-alicloud: pkg/apis/alicloud/validation, ValidateInfrastructureConfigUpdate
 */
export function findAlicloudUpdateErrors(old: unknown, config: unknown): FieldErrors {
  const [was, is] = [old, config].map((block) => fieldAt(block, "networks", "vpc"));
  const [hadTable, hasTable] = [was, is].map((vpc) => isOnAt(vpc, "useCustomRouteTable"));
  return [
    ...changedIf(vpcField, withoutRouteTable(was), withoutRouteTable(is)),
    ...forbiddenIf(
      hadTable !== hasTable,
      childField(vpcField, "useCustomRouteTable"),
      "useCustomRouteTable can only be set at shoot creation time and cannot be changed afterwards",
    ),
    ...checkZones(listAt(old, "networks", "zones"), listAt(config, "networks", "zones")),
    ...forbiddenIf(
      isOnAt(old, "dualStack", "enabled") && !isOnAt(config, "dualStack", "enabled"),
      childField(infra, "dualStack"),
      "dualStack cannot be disabled once enabled",
    ),
  ];
}

function withoutRouteTable(vpc: unknown): unknown {
  if (!isRecord(vpc)) return vpc;
  const { useCustomRouteTable: _table, ...rest } = vpc;
  return rest;
}

function checkZones(old: readonly unknown[], zones: readonly unknown[]): FieldErrors {
  if (zones.length < old.length) return forbiddenIf(true, zonesField, "zones cannot be removed");
  return old.flatMap((was, index) => {
    const zone = zones[index];
    const field = childField(zonesField, index);
    const isRenamed =
      textAt(was, "worker") !== "" &&
      textAt(was, "workers") === "" &&
      textAt(zone, "worker") === "" &&
      textAt(zone, "workers") !== "";
    const pairs = isRenamed
      ? [["worker", "workers"] as const]
      : ([
          ["workers", "workers"],
          ["worker", "worker"],
        ] as const);
    return [
      ...changedIf(field, textAt(zone, "name"), textAt(was, "name")),
      ...pairs.flatMap(([before, after]) => changedIf(field, textAt(zone, after), textAt(was, before))),
      ...invalidIf(
        hasAt(was, "ipv6CidrBlock") && !hasAt(zone, "ipv6CidrBlock"),
        childField(field, "ipv6CidrBlock"),
        null,
        "ipv6CidrBlock cannot be removed once set",
      ),
    ];
  });
}
