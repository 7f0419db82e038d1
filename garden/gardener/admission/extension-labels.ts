import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { extensionsInSpec as writtenExtensions } from "#lib/garden/shoot-extensions.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";

const kinds = [
  "extensions",
  "provider",
  "dnsrecord",
  "networking",
  "operatingsystemconfig",
  "containerruntime",
  "selfhostedshootexposure",
] as const;
type Kind = (typeof kinds)[number];

const prefixOf = (kind: Kind): string => `${kind}.extensions.gardener.cloud/`;
const prefixes = kinds.map(prefixOf);
const seedPrefix = "name.seed.gardener.cloud/";

/** Labels an object with just the extensions that it requires. @source Gardener: plugin/pkg/global/extensionlabels */
export function withExtensionLabels<Item extends KubeObject>(
  object: Item,
  types: readonly (readonly [Kind, string])[],
): Item {
  const kept = Object.entries(object.metadata.labels ?? {}).filter(
    ([key]) => !prefixes.some((prefix) => key.startsWith(prefix)),
  );
  return withLabels(object, [...kept, ...types.map(([kind, type]) => [`${prefixOf(kind)}${type}`, "true"] as const)]);
}

/** Extensions that a Shoot uses, by kind and type. @source Gardener: extensionlabels, addMetaDataLabelsShoot */
export function usedExtensionsOf({ spec }: Shoot): readonly (readonly [Kind, string])[] {
  const pools = workerPoolsOf(spec);
  const dns = (spec.dns?.providers ?? []).flatMap(({ type }) => (type && type !== "unmanaged" ? [type] : []));
  const network = spec.networking?.type;
  return [
    ...pools.flatMap(({ cri }) =>
      (cri?.containerRuntimes ?? []).map(({ type }) => ["containerruntime", type] as const),
    ),
    ...pools.flatMap(({ machine }) => (machine.image ? [["operatingsystemconfig", machine.image.name] as const] : [])),
    ...dns.map((type) => ["dnsrecord", type] as const),
    ["provider", spec.provider.type ?? ""],
    ...(network ? [["networking", network] as const] : []),
    ...writtenExtensions(spec).flatMap(({ type, enabled }) =>
      type === undefined || !enabled ? [] : [["extensions", type] as const],
    ),
  ];
}

/** Labels a Shoot with its current and former Seed. @source Gardener: pkg/utils/gardener, MaintainSeedNameLabels */
export function withSeedLabels(shoot: Shoot): Shoot {
  const seeds = [shoot.spec.seedName, shoot.status?.seedName].filter((name) => name != null && name !== "");
  const kept = Object.entries(shoot.metadata.labels ?? {}).filter(([key]) => !key.startsWith(seedPrefix));
  return withLabels(shoot, [...kept, ...seeds.map((name) => [`${seedPrefix}${name}`, "true"] as const)]);
}

function withLabels<Item extends KubeObject>(object: Item, entries: readonly (readonly [string, string])[]): Item {
  const labels = Object.fromEntries(entries);
  if (Object.keys(labels).length === 0 && object.metadata.labels === undefined) return object;
  return { ...object, metadata: { ...object.metadata, labels } };
}
