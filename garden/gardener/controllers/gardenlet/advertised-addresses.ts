import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { type AdvertisedAddress, advertisedAddresses } from "#lib/policy/endpoints/advertised-addresses.ts";

/** Names of the API server's addresses. */
export const apiServerNames: ReadonlySet<string> = new Set([
  "external",
  "internal",
  "unmanaged",
  "wildcard-tls-seed-bound",
]);
const issuer = "service-account-issuer";

/**
 * The status with the address of the Shoot's API server; undefined if it is already there. Other addresses, of the
 * issuer and dashboards, are kept.
 */
export function withAddresses({ status, spec }: Shoot, url: string): ShootStatus | undefined {
  const current = status?.advertisedAddresses ?? [];
  if (current.some((address) => address.name === "external" && address.url === url)) return undefined;
  const others = current.filter(({ name }) => !apiServerNames.has(name));
  const rest = others.some(({ name }) => name === issuer) ? others : [...issuerOf(spec), ...others];
  return { ...status, advertisedAddresses: [{ name: "external", url }, ...rest] };
}

function issuerOf({ dns }: Shoot["spec"]): readonly AdvertisedAddress[] {
  return advertisedAddresses({ internalDomain: dns?.domain ?? null }).filter(({ name }) => name === issuer);
}
