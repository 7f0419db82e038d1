import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";

const advertiseLabel = "endpoint.shoot.gardener.cloud/advertise";
const applicationLabel = "endpoint.shoot.gardener.cloud/application";

export interface AdvertisedAddress {
  readonly name: string;
  readonly url: string;
  readonly application?: string;
}

interface Labelled {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>> | null;
}

/** Sources of a control plane's advertised addresses. */
export interface AdvertisedAddressSources {
  readonly externalDomain?: string | null;
  readonly internalDomain?: string | null;
  /** Host name that a wildcard certificate of the Seed covers. */
  readonly wildcardHost?: string | null;
  /** The API server's IP address or host, used only when there is no domain. */
  readonly apiServerAddress?: string | null;
  /** The configured or managed issuer of ServiceAccount tokens. */
  readonly issuer?: string | null;
  readonly ingresses?: readonly (Labelled & {
    readonly tls?: readonly { readonly hosts?: readonly string[] | null }[] | null;
  })[];
  readonly virtualServices?: readonly (Labelled & { readonly hosts?: readonly string[] | null })[];
}

/** Kind of an advertised address: the part of its name before the first slash. */
export type AddressKind =
  | "external"
  | "wildcard-tls-seed-bound"
  | "internal"
  | "unmanaged"
  | "service-account-issuer"
  | "ingress"
  | "virtualservice";

/**
 * The kinds of addresses that belong to the API server.
 * @source Gardener: pkg/apiserver/registry/core/shoot/storage/kubeconfig.go
 */
export const apiServerAddressKinds: ReadonlySet<string> = new Set<AddressKind>([
  "external",
  "internal",
  "unmanaged",
  "wildcard-tls-seed-bound",
]);

/**
 * The kinds of addresses that a release advertises.
 * @source Gardener: pkg/gardenlet/operation/botanist/advertisedaddresses.go, per release
 */
export function advertisedKinds(rules: GardenerRules = newestRules): ReadonlySet<AddressKind> {
  const base: readonly AddressKind[] = ["external", "internal", "unmanaged", "service-account-issuer"];
  const wildcard: readonly AddressKind[] = [...base, "wildcard-tls-seed-bound"];
  switch (rules("net.advertised")) {
    case "apiServerAndIssuer":
      return new Set(base);
    case "withWildcard":
      return new Set(wildcard);
    case "withIngresses":
    case "withApplications":
      return new Set([...wildcard, "ingress"]);
    case "withVirtualServices":
      return new Set([...wildcard, "ingress", "virtualservice"]);
  }
}

/**
 * `status.advertisedAddresses` as gardenlet writes it, in its order: the API server's own addresses, the issuer of
 * ServiceAccount tokens, then labelled Ingresses and VirtualServices by name. Wildcard hosts are left out but keep
 * their index.
 * @source Gardener: pkg/gardenlet/operation/botanist/advertisedaddresses.go
 */
export function advertisedAddresses(
  sources: AdvertisedAddressSources,
  rules: GardenerRules = newestRules,
): readonly AdvertisedAddress[] {
  const kinds = advertisedKinds(rules);
  const known = {
    ...sources,
    wildcardHost: kinds.has("wildcard-tls-seed-bound") ? sources.wildcardHost : undefined,
    ingresses: kinds.has("ingress") ? sources.ingresses : undefined,
    virtualServices: kinds.has("virtualservice") ? sources.virtualServices : undefined,
  };
  const applications = rules("net.advertised") !== "withIngresses";
  return [
    ...serverAddresses(known),
    ...issuerAddress(known),
    ...byName(known.ingresses).flatMap((ingress) => ingressAddresses(ingress, applications)),
    ...byName(known.virtualServices).flatMap(({ name, hosts }) => hostAddresses(hosts ?? [], `virtualservice/${name}`)),
  ];
}

type Sources = { readonly [Field in keyof AdvertisedAddressSources]: AdvertisedAddressSources[Field] | undefined };

function serverAddresses({
  externalDomain,
  wildcardHost,
  internalDomain,
  apiServerAddress,
}: Sources): readonly AdvertisedAddress[] {
  const addresses: AdvertisedAddress[] = [];
  if (externalDomain) addresses.push({ name: "external", url: `https://api.${externalDomain}` });
  if (wildcardHost) addresses.push({ name: "wildcard-tls-seed-bound", url: `https://${wildcardHost}` });
  if (internalDomain) addresses.push({ name: "internal", url: `https://api.${internalDomain}` });
  if (addresses.length === 0 && apiServerAddress) {
    addresses.push({ name: "unmanaged", url: `https://${apiServerAddress}` });
  }
  return addresses;
}

function issuerAddress({ issuer, internalDomain }: Sources): readonly AdvertisedAddress[] {
  const url = issuer || (internalDomain ? `https://api.${internalDomain}` : undefined);
  return url === undefined ? [] : [{ name: "service-account-issuer", url }];
}

function ingressAddresses(
  ingress: NonNullable<AdvertisedAddressSources["ingresses"]>[number],
  applications: boolean,
): readonly AdvertisedAddress[] {
  const application = applications ? ingress.labels?.[applicationLabel] : undefined;
  return (ingress.tls ?? []).flatMap(({ hosts }, tlsIndex) =>
    hostAddresses(hosts ?? [], `ingress/${ingress.name}/${tlsIndex}`).map((address) =>
      application === undefined ? address : { ...address, application },
    ),
  );
}

function hostAddresses(hosts: readonly string[], prefix: string): readonly AdvertisedAddress[] {
  return hosts.flatMap((host, index) =>
    host.includes("*") ? [] : [{ name: `${prefix}/${index}`, url: `https://${host}` }],
  );
}

function byName<Object extends Labelled>(objects: readonly Object[] | null | undefined): readonly Object[] {
  return (objects ?? [])
    .filter(({ labels }) => labels?.[advertiseLabel] === "true")
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
