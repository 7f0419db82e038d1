import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, textAt } from "#lib/kube/field.ts";
import { type Edition, isOlderThanKnown, newestEdition, parseEdition } from "#lib/policy/editions/edition.ts";
import { newestRules, rulesAt } from "#lib/policy/editions/edition-rules.ts";
import type { AddressKind } from "#lib/policy/endpoints/advertised-addresses.ts";
import { controlPlanePorts, tlsTermination } from "#lib/policy/endpoints/control-plane-ports.ts";
import { portLabels, tlsSentences } from "#lib/words/place-sentences.ts";

export interface AddressRow {
  readonly name: string;
  readonly url: string;
  readonly use: string;
  /** Made for a browser: Plutono, Prometheus. What the others answer is for programs. */
  readonly isPage: boolean;
}

interface PortRow {
  readonly port: number;
  readonly use: string;
}

export interface EndpointView {
  readonly addresses: readonly AddressRow[];
  readonly ports: readonly PortRow[];
  readonly tls: string;
  /** By which release the ports are told, and how sure that is. */
  readonly basis: string;
}

const addressUses: Readonly<Record<AddressKind, string>> = {
  external: "API server, under the cluster's own domain: the address for people and pipelines",
  internal: "API server, under the garden's own domain: nodes use it; it stays when the external domain changes",
  "wildcard-tls-seed-bound":
    "API server, with a certificate that browsers trust; it changes when the cluster moves to another Seed",
  unmanaged: "API server, by its bare address: Gardener manages no domain for this cluster",
  "service-account-issuer": "Issuer of ServiceAccount tokens: who trusts them fetches the public keys here",
  ingress: "Something that runs beside the control plane and is published by an Ingress",
  virtualservice: "Something that runs beside the control plane and is published by a VirtualService",
};

/** The control plane's addresses and ports as they are for this cluster. */
export function endpointView({ status }: Pick<Shoot, "status">): EndpointView {
  const release = textAt(status, "gardener", "version");
  const edition = parseEdition(release);
  const rules = edition === undefined ? newestRules : rulesAt(edition);
  return {
    addresses: listAt(status, "advertisedAddresses").flatMap(addressRow),
    ports: controlPlanePorts(rules).map(({ port, use }) => ({ port, use: portLabels[use] })),
    tls: tlsSentences[tlsTermination(edition ?? newestEdition)],
    basis: basisWords(release, edition),
  };
}

function addressRow(entry: unknown): readonly AddressRow[] {
  const [name, url, application] = [textAt(entry, "name"), textAt(entry, "url"), textAt(entry, "application")];
  if (name === undefined || url === undefined) return [];
  return [{ name, url, use: purposeOf(name, application), isPage: application !== undefined && isHttps(url) }];
}

function isHttps(url: string): boolean {
  return url.startsWith("https://");
}

function purposeOf(name: string, application: string | undefined): string {
  if (application !== undefined) return `${application}, which watches the control plane`;
  const kind = name.split("/")[0] ?? "";
  return isKnown(kind) ? addressUses[kind] : "Not known to this version of Almanac";
}

function isKnown(kind: string): kind is AddressKind {
  return Object.hasOwn(addressUses, kind);
}

function basisWords(release: string | undefined, edition: Edition | undefined): string {
  if (release === undefined)
    return "No gardenlet has reported its release yet: this is how the newest known one does it.";
  if (edition === undefined)
    return `The gardenlet reports ${release}, which is no release that is known: this is how the newest known one does it.`;
  if (edition.minor > newestEdition.minor)
    return `The gardenlet runs ${release}, newer than what is known here: this is how the newest known release does it.`;
  if (isOlderThanKnown(edition))
    return `The gardenlet runs ${release}, older than what is known here: some may differ.`;
  return `As the gardenlet ${release} of this cluster does it.`;
}
