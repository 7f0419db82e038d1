import type { Shoot, ShootNetworkingStatus } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { createRandom } from "#lib/random.ts";

type ShootParts = Pick<Shoot, "metadata" | "spec">;

/**
 * `status.networking` as gardenlet copies it from the status of the Infrastructure. A Shoot without workers has no
 * Infrastructure. Addresses are fictional, from ranges for benchmarks and documentation, and always the same.
 * @source Gardener: pkg/gardenlet/operation/botanist/infrastructure.go, WaitForInfrastructure; and the infrastructure
 * controllers of the provider extensions
 */
export function networkingStatusOf(shoot: ShootParts): ShootNetworkingStatus | undefined {
  const { spec } = shoot;
  if (listAt(spec, "provider", "workers").length === 0) return undefined;
  const egressCIDRs = egressOf(shoot);
  return {
    // The extension of Azure reports no ranges.
    ...(spec.provider.type !== "azure" && reportedRanges(shoot)),
    ...(egressCIDRs.length > 0 && { egressCIDRs }),
  };
}

function reportedRanges(shoot: ShootParts): ShootNetworkingStatus {
  const added = addedRanges(shoot);
  return Object.fromEntries(
    (["pods", "nodes", "services"] as const).flatMap((network) => {
      const requested = stringAt(shoot.spec, "networking", network);
      const ranges = [...(added === undefined ? [] : [added[network]]), ...(requested ? [requested] : [])];
      return ranges.length > 0 ? [[network, ranges]] : [];
    }),
  );
}

/** Ranges that the extension of AWS adds to a cluster with IPv6: those of the VPC. */
function addedRanges(shoot: ShootParts) {
  const { provider, networking } = shoot.spec;
  if (provider.type !== "aws" || !listAt(networking, "ipFamilies").includes("IPv6")) return undefined;
  const prefix = `2001:db8:${createAddressRandom(shoot, "IPv6").int(1, 0xffff).toString(16)}`;
  return { pods: `${prefix}::/56`, nodes: `${prefix}::/56`, services: `${prefix}:ff::/108` };
}

function egressOf(shoot: ShootParts): readonly string[] {
  const { provider, networking } = shoot.spec;
  const networks = fieldAt(provider.infrastructureConfig, "networks");
  const natAddress = (name: string) => `${fictionalAddress(shoot, name)}/32`;
  switch (provider.type) {
    // One NAT gateway per zone.
    case "aws": {
      const zones = listAt(networks, "zones").flatMap((zone) => natAddress(stringAt(zone, "name") ?? ""));
      const added = addedRanges(shoot);
      return added === undefined ? zones : [...zones, added.nodes];
    }
    case "azure":
      return fieldAt(networks, "natGateway", "enabled") === true ? [natAddress("nat")] : [];
    // Without addresses of one's own, Cloud NAT takes others at any time.
    case "gcp":
      return listAt(networks, "cloudNAT", "natIPNames").map((_, index) => natAddress(String(index)));
    case "openstack":
      return [natAddress("router")];
    case "local":
      return networking?.nodes ? [networking.nodes] : [];
    default:
      return [];
  }
}

/** Address from 198.18.0.0/15, which nobody routes. */
function fictionalAddress(shoot: ShootParts, name: string): string {
  const random = createAddressRandom(shoot, name);
  return `198.${random.int(18, 19)}.${random.int(0, 255)}.${random.int(1, 254)}`;
}

function createAddressRandom({ metadata: { namespace, name } }: ShootParts, label: string) {
  return createRandom(0, `address/${namespace}/${name}/${label}`);
}
