import type { FleetRow } from "#lib/contract/fleet.ts";
import { credentialsBindingOf } from "#lib/garden/binding-of.ts";
import { failureToleranceOf } from "#lib/garden/failure-tolerance.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { addOnsOf, extensionsEnabledByGarden, extensionsInSpec } from "#lib/garden/shoot-extensions.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { readLifetime } from "#lib/policy/controllers/lifetime.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";

/** Value of a fact as reported by the garden, with an optional remark. */
export interface FactValue {
  readonly value: string;
  readonly note?: string;
}

/** Fact about a cluster with a name and its values. */
export type ClusterFact = { readonly key: string; readonly name: string } & (
  | { readonly kind: "words"; readonly words: string }
  /** RFC 3339 as reported by the garden; undefined if not reported. */
  | { readonly kind: "instant"; readonly at: string | undefined }
  /** `copied` is the value for the clipboard: for a firewall, a log query or a DNS server. */
  | { readonly kind: "values"; readonly values: readonly FactValue[]; readonly copied?: string }
  | { readonly kind: "labels"; readonly labels: readonly (readonly [key: string, value: string])[] }
);

/** Returns the facts about a cluster in the order in which users look for them. Inapplicable facts are left out. */
export function clusterFactsOf(row: FleetRow, shoot: Shoot): readonly ClusterFact[] {
  const labels = Object.entries(row.labels ?? {});
  return [
    valuesFact("domain", text("Domain"), copyable(shoot.spec.dns?.domain), text("none")),
    valuesFact("technical-id", text("Technical id"), copyable(shoot.status?.technicalID), text("not reported")),
    valuesFact("namespace", text("Namespace"), copyable(row.namespace), ""),
    { key: "created", name: text("Created"), kind: "instant", at: shoot.metadata.creationTimestamp },
    valuesFact("created-by", text("Created by"), plain(annotationOf(shoot, annotations.createdBy)), text("not said")),
    ...lifetimeFact(shoot),
    valuesFact("credentials", text("Cloud credentials"), ofKind(credentialsBindingOf(shoot.spec)), text("none")),
    valuesFact("profile", text("Cloud profile"), ofKind(row.profile), text("not said")),
    valuesFact("seed", text("Seed"), plain(row.seed), text("none yet")),
    valuesFact("gardener", text("Gardener"), plain(row.gardenerVersion), text("not reported")),
    {
      key: "high-availability",
      name: text("High availability"),
      kind: "words",
      words: toleranceLabel(failureToleranceOf(shoot.spec)),
    },
    valuesFact("access-restrictions", text("Access restrictions"), { values: restrictionsOf(shoot) }, text("none")),
    { key: "add-ons", name: text("Add-ons"), kind: "words", words: addOnLabel(shoot) },
    valuesFact("extensions", text("Extensions"), { values: extensionValues(shoot) }, text("none")),
    ...networkFacts(shoot),
    ...(labels.length > 0 ? [{ key: "labels", name: text("Labels"), kind: "labels", labels } as const] : []),
  ];
}

interface Values {
  readonly values: readonly FactValue[];
  readonly copied?: string;
}

/** @param otherwise text for a missing value */
function valuesFact(key: string, name: string, given: Values, otherwise: string): ClusterFact {
  return given.values.length === 0
    ? { key, name, kind: "words", words: otherwise }
    : { key, name, kind: "values", ...given };
}

function plain(value: string | null | undefined): Values {
  return { values: value ? [{ value }] : [] };
}

function copyable(value: string | null | undefined): Values {
  return value ? { values: [{ value }], copied: value } : { values: [] };
}

function ofKind(reference: { readonly kind: string; readonly name: string } | undefined): Values {
  return { values: reference ? [{ value: reference.name, note: reference.kind }] : [] };
}

function lifetimeFact(shoot: Shoot): readonly ClusterFact[] {
  const lifetime = readLifetime(shoot);
  const [key, name] = ["lifetime", text("Lifetime ends")];
  if (lifetime.state === "none") return [];
  if (lifetime.state === "ends") return [{ key, name, kind: "instant", at: formatInstant(lifetime.endsAt) }];
  return [{ key, name, kind: "values", values: [{ value: lifetime.text, note: text("cannot be read") }] }];
}

function toleranceLabel(tolerance: string | undefined): string {
  return tolerance ? text("failure tolerance {type}", { type: tolerance }) : text("none");
}

/** Returns the access restrictions of a cluster with their options. */
function restrictionsOf({ spec }: Shoot): readonly FactValue[] {
  return listAt(spec, "accessRestrictions").flatMap((restriction) => {
    const value = stringAt(restriction, "name");
    if (!value) return [];
    const given = fieldAt(restriction, "options");
    const options = Object.entries(isRecord(given) ? given : {}).map(([key, option]) => `${key}: ${String(option)}`);
    return [{ value, ...(options.length > 0 && { note: options.join(", ") }) }];
  });
}

const addOnNames: ReadonlyMap<string, Message> = new Map([
  ["kubernetesDashboard", message("Kubernetes dashboard")],
  ["nginxIngress", message("NGINX ingress controller")],
]);

/** Lists the enabled add-ons of a cluster; disabled and missing ones are treated alike. */
function addOnLabel({ spec }: Shoot): string {
  const names = addOnsOf(spec).flatMap(({ name, enabled }) => (enabled ? [`${addOnNames.get(name) ?? name}`] : []));
  return names.length === 0 ? text("none") : names.join(", ");
}

/** Returns the extensions in the spec, enabled or disabled, and those that the garden enables for every cluster. */
function extensionValues(shoot: Shoot): readonly FactValue[] {
  const written = extensionsInSpec(shoot.spec).map(({ type, enabled }) => ({
    value: type || text("without a type"),
    ...(!enabled && { note: text("off") }),
  }));
  return [...written, ...extensionsEnabledByGarden(shoot).map((value) => ({ value, note: text("on by default") }))];
}

const egress = "egressCIDRs";

/** Network ranges in use as reported by Gardener; firewalls need the egress addresses to admit the cluster. */
const networks: readonly (readonly [field: string, name: Message])[] = [
  ["pods", message("Pod ranges")],
  ["services", message("Service ranges")],
  ["nodes", message("Node ranges")],
  [egress, message("Goes out by")],
];

function networkFacts({ status }: Shoot): readonly ClusterFact[] {
  return networks.flatMap(([key, name]): readonly ClusterFact[] => {
    const ranges = listAt(status, "networking", key).filter((range) => typeof range === "string");
    if (ranges.length === 0) return [];
    const values = ranges.map((value) => ({ value }));
    return [{ key, name: text(name), kind: "values", values, ...(key === egress && { copied: ranges.join(", ") }) }];
  });
}
