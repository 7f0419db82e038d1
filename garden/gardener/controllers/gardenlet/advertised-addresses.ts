import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { type AdvertisedAddress, advertisedAddresses } from "#lib/policy/endpoints/advertised-addresses.ts";

/** Names of those advertised addresses that belong to the Shoot's API server. */
export const apiServerAddressNames: ReadonlySet<string> = new Set([
  "external",
  "internal",
  "unmanaged",
  "wildcard-tls-seed-bound",
]);
const issuer = "service-account-issuer";

/**
 * The Shoot's status with the advertised address of its API server; undefined if the status already has it. Addresses
 * of the issuer and of dashboards stay.
 */
export function statusWithApiServerAddress({ status, spec }: Shoot, url: string): ShootStatus | undefined {
  const current = status?.advertisedAddresses ?? [];
  if (current.some((address) => address.name === "external" && address.url === url)) return undefined;
  const others = current.filter(({ name }) => !apiServerAddressNames.has(name));
  const rest = others.some(({ name }) => name === issuer) ? others : [...issuerOf(spec), ...others];
  return { ...status, advertisedAddresses: [{ name: "external", url }, ...rest] };
}

function issuerOf({ dns }: Shoot["spec"]): readonly AdvertisedAddress[] {
  return advertisedAddresses({ internalDomain: dns?.domain ?? null }).filter(({ name }) => name === issuer);
}
