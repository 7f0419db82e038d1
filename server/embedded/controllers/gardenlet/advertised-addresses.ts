import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { advertisedAddresses } from "#lib/policy/endpoints/advertised-addresses.ts";

/** The names of the addresses at which an API server answers. */
const apiServerAddresses: readonly string[] = ["external", "internal", "unmanaged", "wildcard-tls-seed-bound"];

/**
 * The status with the address of the Shoot's API server; undefined where it stands there already. The other addresses,
 * of its issuer and its dashboards, stay as they are.
 */
export function withAddresses({ status, spec }: Shoot, url: string): ShootStatus | undefined {
  const current = status?.advertisedAddresses ?? [];
  if (current.some((address) => address.name === "external" && address.url === url)) return undefined;
  const others = current.filter(({ name }) => !apiServerAddresses.includes(name));
  const issuer = advertisedAddresses({ internalDomain: spec.dns?.domain ?? null }).filter(
    ({ name }) => name === "service-account-issuer",
  );
  const rest = others.some(({ name }) => name === "service-account-issuer") ? others : [...issuer, ...others];
  return { ...status, advertisedAddresses: [{ name: "external", url }, ...rest] };
}
