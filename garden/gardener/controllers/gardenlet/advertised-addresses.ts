import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot, ShootStatus } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { advertisedAddresses, apiServerAddressKinds } from "#lib/policy/endpoints/advertised-addresses.ts";

const issuerName = "service-account-issuer";

/**
 * The domain of a Shoot below the internal domain of its Seed; undefined if the Seed has none.
 * @source Gardener: pkg/utils/gardener/shoot.go, ConstructInternalClusterDomain
 */
export function internalDomainOf({ metadata }: Shoot, seed: Seed | undefined, project: string): string | undefined {
  const domain = stringAt(seed, "spec", "dns", "internal", "domain");
  if (!domain) return undefined;
  return `${metadata.name}.${project}.${domain.includes("internal") ? domain : `internal.${domain}`}`;
}

/**
 * The Shoot's status with the advertised addresses of its API server and of its issuer; undefined if the status already
 * has them. Addresses of dashboards stay.
 * @param url URL of the API server
 * @param internalDomain domain for nodes; if it is missing, the address for nodes and the issuer stay as they are
 */
export function statusWithApiServerAddress(
  { status, spec }: Shoot,
  url: string,
  internalDomain?: string,
): ShootStatus | undefined {
  const current = status?.advertisedAddresses ?? [];
  const issuer = stringAt(spec, "kubernetes", "kubeAPIServer", "serviceAccountConfig", "issuer");
  const computed = advertisedAddresses({ internalDomain: internalDomain ?? null, issuer: issuer ?? null });
  const others = current.filter(({ name }) => !apiServerAddressKinds.has(name) && name !== issuerName);
  const addressOf = (name: string) => [...computed, ...current].find((address) => address.name === name) ?? [];
  const addresses = [{ name: "external", url }, addressOf("internal"), addressOf(issuerName), others].flat();
  return semanticallyEqual(current, addresses) ? undefined : { ...status, advertisedAddresses: addresses };
}
