import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import { apiServerAddressKinds } from "#lib/policy/endpoints/advertised-addresses.ts";
import { capitalize } from "#lib/words/format-list.ts";
import { describeAddressUse } from "#lib/words/infrastructure-descriptions.ts";
import { type ClusterFact, type FactValue, factOfValues, oneValue } from "./cluster-fact.ts";

const issuer = "service-account-issuer";

/** Facts about the domain of a cluster and the addresses of its API server. */
export function addressFacts(shoot: Shoot): readonly ClusterFact[] {
  const domain = stringAt(shoot, "spec", "dns", "domain");
  return [
    factOfValues({ key: "domain", name: text("Domain"), values: oneValue(domain), missing: text("none") }),
    ...apiServerFacts(shoot),
    ...advertised(shoot, (name) => name === issuer).map(({ url }) =>
      factOfValues({
        key: issuer,
        name: text("ServiceAccount issuer"),
        values: oneValue(url),
        missing: "",
        explanation: describeAddressUse(issuer),
      }),
    ),
    factOfValues({
      key: "dns-provider",
      name: text("DNS provider"),
      values: dnsProviders(shoot),
      missing: domain ? text("the garden's own") : text("none"),
    }),
  ];
}

function apiServerFacts(shoot: Shoot): readonly ClusterFact[] {
  const addresses = advertised(shoot, (name) => apiServerAddressKinds.has(name));
  if (addresses.length === 0)
    return [factOfValues({ key: "api-server", name: text("API server"), values: [], missing: text("not reported") })];
  return addresses.map(({ name, url }) =>
    factOfValues({
      key: `api-server-${name}`,
      name: text("API server ({address})", { address: name }),
      values: oneValue(url),
      missing: "",
      explanation: capitalize(describeAddressUse(name)),
    }),
  );
}

/** Returns the advertised addresses whose name is asked for. Of several with the same name, only the first counts. */
function advertised(
  { status }: Shoot,
  isAskedFor: (name: string) => boolean,
): readonly { readonly name: string; readonly url: string }[] {
  const found = new Map<string, string>();
  for (const address of listAt(status, "advertisedAddresses")) {
    const [name, url] = [stringAt(address, "name") ?? "", stringAt(address, "url") ?? ""];
    if (url !== "" && isAskedFor(name) && !found.has(name)) found.set(name, url);
  }
  return [...found].map(([name, url]) => ({ name, url }));
}

/** Returns the DNS providers in the spec, the primary one first, with the credentials that they use. */
function dnsProviders({ spec }: Shoot): readonly FactValue[] {
  const isPrimary = (provider: unknown) => fieldAt(provider, "primary") === true;
  return listAt(spec, "dns", "providers")
    .filter(isRecord)
    .toSorted((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)))
    .flatMap((provider) => {
      const type = stringAt(provider, "type") || text("without a type");
      return oneValue(type, type === "unmanaged" ? text("records are managed by you") : credentialsOf(provider));
    });
}

/** Kind and name of the credentials of a DNS provider; older specs name a Secret. */
function credentialsOf(provider: unknown): string | undefined {
  const kind = stringAt(provider, "credentialsRef", "kind") ?? "Secret";
  const name = stringAt(provider, "credentialsRef", "name") ?? stringAt(provider, "secretName");
  return name ? `${kind} ${name}` : undefined;
}
