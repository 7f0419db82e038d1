import type { SeedDetail } from "#lib/contract/seed/seed-list.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import { formatKeyValue } from "#lib/policy/scheduling/tolerations.ts";

/** A subject of a Seed with what the Seed says of it; `entries` may be empty. */
export interface SeedFactGroup {
  readonly key: string;
  readonly name: string;
  readonly entries: readonly string[];
}

/** What the spec and status of a Seed say, in the words of the object. */
export function seedFactsOf({ seed, object }: Pick<SeedDetail, "seed" | "object">): readonly SeedFactGroup[] {
  const spec = fieldAt(object, "spec");
  const gardener = fieldAt(object, "status", "gardener");
  const identity = stringAt(object, "status", "clusterIdentity");
  return [
    { key: "provider", name: text("Provider"), entries: [seed.provider, seed.region].filter((part) => part !== "") },
    { key: "zones", name: text("Zones"), entries: seed.zones },
    { key: "taints", name: text("Taints"), entries: seed.taints.map(formatKeyValue) },
    {
      key: "restrictions",
      name: text("Access restrictions"),
      entries: listAt(spec, "accessRestrictions").flatMap((each) => stringAt(each, "name") ?? []),
    },
    { key: "settings", name: text("Settings"), entries: leavesOf(fieldAt(spec, "settings")) },
    { key: "backup", name: text("Backup"), entries: leavesOf(fieldAt(spec, "backup")) },
    { key: "networks", name: text("Networks"), entries: leavesOf(fieldAt(spec, "networks")) },
    { key: "ingress", name: text("Ingress"), entries: leavesOf(fieldAt(spec, "ingress")) },
    { key: "dns", name: text("DNS"), entries: leavesOf(fieldAt(spec, "dns")) },
    { key: "capacity", name: text("Capacity"), entries: leavesOf(fieldAt(object, "status", "capacity")) },
    { key: "allocatable", name: text("Allocatable"), entries: leavesOf(fieldAt(object, "status", "allocatable")) },
    { key: "gardenlet", name: text("Gardenlet"), entries: leavesOf(gardener) },
    { key: "identity", name: text("Identity"), entries: identity === undefined ? [] : [identity] },
  ];
}

/** Every value inside a field with its path, such as `scheduling.visible: true`. */
function leavesOf(value: unknown, path = ""): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value))
    return value.every((each) => typeof each === "string")
      ? [`${path}: ${value.join(", ")}`]
      : value.flatMap((each, index) => leavesOf(each, `${path}[${index}]`));
  if (isRecord(value))
    return Object.entries(value).flatMap(([key, each]) => leavesOf(each, path === "" ? key : `${path}.${key}`));
  return [`${path}: ${String(value)}`];
}
