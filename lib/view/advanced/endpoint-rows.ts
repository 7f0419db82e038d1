import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import {
  type GardenerRelease,
  isNewerThanKnown,
  isOlderThanKnown,
  newestGardenerRelease,
  parseGardenerRelease,
} from "#lib/policy/editions/gardener-release.ts";
import { gardenerRulesOfRelease } from "#lib/policy/editions/gardener-rules.ts";
import type { GardenFacts } from "#lib/policy/editions/rules-of-shoot.ts";
import { controlPlanePorts, tlsTermination } from "#lib/policy/endpoints/control-plane-ports.ts";
import { describeAddress, portLabels, tlsTerminationDescriptions } from "#lib/words/infrastructure-descriptions.ts";

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

/** Addresses and ports of this cluster's control plane. */
export function endpointViewOf({ status }: Pick<Shoot, "status">, { gates }: GardenFacts = {}): EndpointView {
  const release = stringAt(status, "gardener", "version");
  const edition = parseGardenerRelease(release);
  const rules = gardenerRulesOfRelease(edition ?? newestGardenerRelease, gates);
  return {
    addresses: listAt(status, "advertisedAddresses").flatMap(addressRow),
    ports: controlPlanePorts(rules).map(({ port, use }) => ({ port, use: String(portLabels[use]) })),
    tls: String(tlsTerminationDescriptions[tlsTermination(edition ?? newestGardenerRelease, gates)]),
    basis: basisLabel(release, edition),
  };
}

function addressRow(entry: unknown): readonly AddressRow[] {
  const [name, url, application] = [stringAt(entry, "name"), stringAt(entry, "url"), stringAt(entry, "application")];
  if (name === undefined || url === undefined) return [];
  return [{ name, url, use: describeAddress(name, application), isPage: application !== undefined && isHttps(url) }];
}

function isHttps(url: string): boolean {
  return url.startsWith("https://");
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
