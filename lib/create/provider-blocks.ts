import type { ClusterProfile } from "#lib/contract/new-cluster.ts";
import type { Shoot, ShootProvider, Worker } from "#lib/garden/shoot.ts";
import { parseCidr } from "#lib/kube/cidr.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { blockBits, freeBlock, halvesOf, parseRanges } from "./network-blocks.ts";

type Block = Readonly<Record<string, unknown>>;

/** The provider's own parts of a Shoot; a block that the provider does not need is missing. */
export type ProviderBlocks = Pick<ShootProvider, "infrastructureConfig" | "controlPlaneConfig">;

interface BlockInput {
  readonly type: string;
  readonly nodes: string;
  /** Zones of all pools, each once, in the order of the pools. */
  readonly zones: readonly string[];
  readonly region: string;
  readonly profile: ClusterProfile;
}

/** Names that a region of a profile offers, such as floating pools; those for every region come last. */
export function providerChoicesOf(
  { providerChoices }: Pick<ClusterProfile, "providerChoices">,
  kind: string,
  region: string,
): readonly string[] {
  return [...(providerChoices[`${kind}/${region}`] ?? []), ...(providerChoices[kind] ?? [])];
}

/** The infrastructure and control plane configuration with which a new Shoot of a provider starts. */
export function providerBlocksFor(
  type: string,
  { spec }: Pick<Shoot, "spec">,
  profile: ClusterProfile,
): ProviderBlocks {
  if (workerPoolsOf(spec).length === 0) return {};
  const input = {
    type,
    nodes: spec.networking?.nodes ?? "",
    zones: zonesOf(spec.provider.workers),
    region: spec.region ?? "",
    profile,
  };
  const make = Object.hasOwn(makers, type) ? makers[type] : undefined;
  return make === undefined ? skeletons(type) : make(input);
}

const makers: Readonly<Record<string, (input: BlockInput) => ProviderBlocks>> = {
  aws: (input) => ({
    infrastructureConfig: withEntries("aws", vpcOf(input), input),
    controlPlaneConfig: block("aws", "ControlPlaneConfig"),
  }),
  alicloud: (input) => ({
    infrastructureConfig: withEntries("alicloud", vpcOf(input), input),
    controlPlaneConfig: block("alicloud", "ControlPlaneConfig"),
  }),
  azure: ({ nodes, zones }) => ({
    infrastructureConfig: block("azure", "InfrastructureConfig", {
      networks: { vnet: { cidr: nodes }, workers: nodes },
      ...(zones.length > 0 && { zoned: true }),
    }),
    controlPlaneConfig: block("azure", "ControlPlaneConfig"),
  }),
  gcp: ({ nodes, zones }) => ({
    infrastructureConfig: block("gcp", "InfrastructureConfig", { networks: { workers: nodes } }),
    controlPlaneConfig: block("gcp", "ControlPlaneConfig", firstZone(zones)),
  }),
  hcloud: ({ nodes, zones }) => ({
    infrastructureConfig: block("hcloud", "InfrastructureConfig", { networks: { workers: nodes } }),
    controlPlaneConfig: block("hcloud", "ControlPlaneConfig", firstZone(zones)),
  }),
  openstack: ({ nodes, profile, region }) => ({
    infrastructureConfig: block("openstack", "InfrastructureConfig", {
      ...firstChoice("floatingPoolName", plainNames(providerChoicesOf(profile, "floatingPools", region))),
      networks: { workers: nodes },
    }),
    controlPlaneConfig: block("openstack", "ControlPlaneConfig", {
      ...firstChoice("loadBalancerProvider", providerChoicesOf(profile, "loadBalancerProviders", region)),
    }),
  }),
  metal: ({ profile, region }) => {
    const partition = profile.regions.find(({ name }) => name === region)?.zones[0]?.name;
    const networks = providerChoicesOf(profile, "firewallNetworks", partition ?? region);
    return {
      infrastructureConfig: block("metal", "InfrastructureConfig", {
        ...(partition !== undefined && { partitionID: partition }),
        firewall: {
          ...firstChoice("image", providerChoicesOf(profile, "firewallImages", region)),
          ...firstChoice("size", providerChoicesOf(profile, "firewallSizes", partition ?? region)),
          ...(networks.length > 0 && { networks: networks.slice(0, 1) }),
        },
      }),
      controlPlaneConfig: block("metal", "ControlPlaneConfig"),
    };
  },
  local: () => ({}),
};

/** Kinds that every provider extension has; what stands in them is known only to the extension. */
function skeletons(type: string): ProviderBlocks {
  return {
    infrastructureConfig: block(type, "InfrastructureConfig"),
    controlPlaneConfig: block(type, "ControlPlaneConfig"),
  };
}

function block(type: string, kind: string, more: Block = {}): Block {
  return { apiVersion: `${type}.provider.extensions.gardener.cloud/v1alpha1`, kind, ...more };
}

function vpcOf({ type, nodes }: BlockInput): Block {
  return block(type, "InfrastructureConfig", { networks: { vpc: { cidr: nodes }, zones: [] } });
}

function firstZone([zone]: readonly string[]): Block {
  return zone === undefined ? {} : { zone };
}

function firstChoice(field: string, [name]: readonly string[]): Block {
  return name === undefined ? {} : { [field]: name };
}

/** Names without wildcards: a profile may list `FloatingIP-*`, which is the name of no pool. */
function plainNames(names: readonly string[]): readonly string[] {
  return names.filter((name) => !name.includes("*"));
}

function zonesOf(workers: readonly Worker[] | null | undefined): readonly string[] {
  return [...new Set((workers ?? []).flatMap(({ zones }) => zones ?? []))];
}

/**
 * The Shoot after the zones of its pools have changed: with an entry in the infrastructure configuration for every new
 * zone where the provider wants that. Entries of zones that no pool uses any more stay, because a provider does not
 * allow to remove them, and so does everything that is written there by hand. Only the zone of the control plane
 * configuration changes when no pool uses it any more.
 */
export function withZones<Draft extends Pick<Shoot, "spec">>(shoot: Draft, profile: ClusterProfile): Draft {
  const { provider, networking, region } = shoot.spec;
  const zones = zonesOf(provider.workers);
  const { type, infrastructureConfig, controlPlaneConfig } = provider;
  const input = { type, nodes: networking?.nodes ?? "", zones, region: region ?? "", profile };
  const infrastructure = isRecord(infrastructureConfig) ? withEntries(type, infrastructureConfig, input) : undefined;
  const controlPlane = isRecord(controlPlaneConfig) ? withUsedZone(type, controlPlaneConfig, zones) : undefined;
  if (infrastructure === infrastructureConfig && controlPlane === controlPlaneConfig) return shoot;
  return {
    ...shoot,
    spec: {
      ...shoot.spec,
      provider: {
        ...provider,
        ...(infrastructure && { infrastructureConfig: infrastructure }),
        ...(controlPlane && { controlPlaneConfig: controlPlane }),
      },
    },
  };
}

function withUsedZone(type: string, config: Block, zones: readonly string[]): Block {
  const [first] = zones;
  const isZonal = type === "gcp" || type === "hcloud";
  const zone = stringAt(config, "zone");
  return !isZonal || first === undefined || (zone !== undefined && zones.includes(zone))
    ? config
    : { ...config, zone: first };
}

/** Fields of an entry for a zone that are ranges, from the largest to the smallest, by provider. */
const rangesOfZone: Readonly<Record<string, readonly string[]>> = {
  aws: ["workers", "public", "internal"],
  alicloud: ["workers"],
  azure: ["cidr"],
};

/** Adds an entry for every zone that has none; the same object if nothing is missing. */
function withEntries(type: string, config: Block, { nodes, zones, region, profile }: BlockInput): Block {
  const fields = Object.hasOwn(rangesOfZone, type) ? rangesOfZone[type] : undefined;
  const networks = fieldAt(config, "networks");
  const range = parseCidr(nodes);
  // On Azure, one range for all zones is the usual form, and entries for zones exclude it.
  if (fields === undefined || range === undefined || !isRecord(networks)) return config;
  if (type === "azure" && !Array.isArray(networks.zones)) return config;
  const entries = [...listAt(networks, "zones")];
  const named = new Set(entries.map((entry) => String(fieldAt(entry, "name"))));
  const missing = zones.filter((zone) => !named.has(zone));
  if (missing.length === 0) return config;
  const regionZones = profile.regions.find(({ name }) => name === region)?.zones.length ?? 0;
  const bits = blockBits(range, Math.max(regionZones, named.size + missing.length));
  for (const zone of missing) {
    const taken = parseRanges(entries.flatMap((entry) => fields.map((field) => fieldAt(entry, field))));
    const found = freeBlock(range, bits, { taken, cuts: fields.length > 1 ? 2 : 0 });
    if (found === undefined) return { ...config, networks: { ...networks, zones: entries } };
    entries.push({ name: zoneName(type, zone), ...rangesIn(found, fields) });
  }
  return { ...config, networks: { ...networks, zones: entries } };
}

/** Azure numbers its zones. */
function zoneName(type: string, zone: string): string | number {
  return type === "azure" && /^\d+$/.test(zone) ? Number(zone) : zone;
}

/** Cuts a zone's range: half for the first field, and the other half in equal parts for the others. */
function rangesIn(range: Parameters<typeof halvesOf>[0], [first = "", ...others]: readonly string[]): Block {
  if (others.length === 0) return { [first]: range.canonical };
  const [front, back] = halvesOf(range);
  const [left, right] = halvesOf(back);
  const cut = [left, right];
  return {
    [first]: front.canonical,
    ...Object.fromEntries(others.map((field, index) => [field, cut[index]?.canonical ?? ""])),
  };
}
