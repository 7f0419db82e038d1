import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import {
  type GardenerRelease,
  isNewerThanKnown,
  isOlderThanKnown,
  newestGardenerRelease,
  parseGardenerRelease,
} from "#lib/policy/editions/gardener-release.ts";
import { gardenerRulesOfRelease, newestRules } from "#lib/policy/editions/gardener-rules.ts";
import type { AddressKind } from "#lib/policy/endpoints/advertised-addresses.ts";
import { controlPlanePorts, tlsTermination } from "#lib/policy/endpoints/control-plane-ports.ts";
import { portLabels, tlsTerminationDescriptions } from "#lib/words/infrastructure-descriptions.ts";

export interface AddressRow {
  readonly name: string;
  readonly url: string;
  readonly use: string;
  /** Whether the address serves pages for a browser (Plutono, Prometheus). Other addresses are used by programs. */
  readonly isPage: boolean;
}

export interface EndpointView {
  readonly addresses: readonly AddressRow[];
  readonly ports: readonly { readonly port: number; readonly use: string }[];
  readonly tls: string;
  /** Description of the Gardener release on which the ports are based, and how certain it is. */
  readonly basis: string;
}

const addressUses: Readonly<Record<AddressKind, Message>> = {
  external: message("API server, under the cluster's own domain: the address for people and pipelines"),
  internal: message(
    "API server, under the garden's own domain: nodes use it; it stays when the external domain changes",
  ),
  "wildcard-tls-seed-bound": message(
    "API server, with a certificate that browsers trust; it changes when the cluster moves to another Seed",
  ),
  unmanaged: message("API server, by its bare address: Gardener manages no domain for this cluster"),
  "service-account-issuer": message("Issuer of ServiceAccount tokens: who trusts them fetches the public keys here"),
  ingress: message("Something that runs beside the control plane and is published by an Ingress"),
  virtualservice: message("Something that runs beside the control plane and is published by a VirtualService"),
};

/** Addresses and ports of this cluster's control plane. */
export function endpointViewOf({ status }: Pick<Shoot, "status">): EndpointView {
  const release = stringAt(status, "gardener", "version");
  const edition = parseGardenerRelease(release);
  const rules = edition === undefined ? newestRules : gardenerRulesOfRelease(edition);
  return {
    addresses: listAt(status, "advertisedAddresses").flatMap(addressRow),
    ports: controlPlanePorts(rules).map(({ port, use }) => ({ port, use: String(portLabels[use]) })),
    tls: String(tlsTerminationDescriptions[tlsTermination(edition ?? newestGardenerRelease)]),
    basis: basisLabel(release, edition),
  };
}

function addressRow(entry: unknown): readonly AddressRow[] {
  const [name, url, application] = [stringAt(entry, "name"), stringAt(entry, "url"), stringAt(entry, "application")];
  if (name === undefined || url === undefined) return [];
  return [{ name, url, use: purposeOf(name, application), isPage: application !== undefined && isHttps(url) }];
}

function isHttps(url: string): boolean {
  return url.startsWith("https://");
}

function purposeOf(name: string, application: string | undefined): string {
  if (application !== undefined) return text("{application}, which watches the control plane", { application });
  const kind = name.split("/")[0] ?? "";
  return text(isKnown(kind) ? addressUses[kind] : message("Not known to this version of Almanac"));
}

function isKnown(kind: string): kind is AddressKind {
  return Object.hasOwn(addressUses, kind);
}

function basisLabel(release: string | undefined, edition: GardenerRelease | undefined): string {
  if (release === undefined)
    return text("No gardenlet has reported its release yet: this is how the newest known one does it.");
  if (edition === undefined)
    return text(
      "The gardenlet reports {release}, which is no release that is known: this is how the newest known one does it.",
      { release },
    );
  if (isNewerThanKnown(edition))
    return text(
      "The gardenlet runs {release}, newer than what is known here: this is how the newest known release does it.",
      { release },
    );
  if (isOlderThanKnown(edition))
    return text("The gardenlet runs {release}, older than what is known here: some may differ.", { release });
  return text("As the gardenlet {release} of this cluster does it.", { release });
}
