import type { ClusterDetail } from "#lib/contract/cluster.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { LandscapeConfiguration } from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { accessRestrictionsOf } from "#lib/garden/access-restrictions.ts";
import { credentialsBindingOf } from "#lib/garden/binding-of.ts";
import { failureToleranceOf } from "#lib/garden/failure-tolerance.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { addOnsOf, extensionsEnabledByGarden, extensionsInSpec } from "#lib/garden/shoot-extensions.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { plainOperatorText } from "#lib/landscape-configuration/operator-text.ts";
import { isOptionShown, restrictionTextsOf } from "#lib/landscape-configuration/restriction-options.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { readLifetime } from "#lib/policy/controllers/lifetime.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { seedPath } from "../../seeds/seed-path.ts";
import { addressFacts } from "./address-facts.ts";
import { type ClusterFact, type ClusterFactGroup, type FactValue, factOfValues, oneValue } from "./cluster-fact.ts";
import { metadataFacts } from "./metadata-facts.ts";
import { networkFacts } from "./network-facts.ts";

/** Returns the facts about a cluster by subject. Inapplicable facts are left out, missing ones have a reason. */
export function clusterFactsOf(
  row: FleetRow,
  shoot: Shoot,
  landscape: LandscapeConfiguration = {},
  customFields: ClusterDetail["customFields"] = [],
): readonly ClusterFactGroup[] {
  return [
    { key: "custom-fields", title: text("Custom fields"), facts: customFieldFacts(customFields) },
    { key: "addresses", title: text("Addresses"), facts: addressFacts(shoot) },
    { key: "networking", title: text("Networking"), facts: networkFacts(shoot) },
    { key: "identity", title: text("Identity"), facts: identityFacts(row, shoot) },
    { key: "setup", title: text("Setup"), facts: setupFacts(row, shoot, landscape) },
    { key: "metadata", title: text("Labels and annotations"), facts: metadataFacts(shoot) },
  ].filter(({ facts }) => facts.length > 0);
}

function customFieldFacts(fields: NonNullable<ClusterDetail["customFields"]>): readonly ClusterFact[] {
  return fields.map(({ name, value, tooltip }, place) =>
    factOfValues({
      key: `custom-field-${place}`,
      name,
      values: oneValue(value),
      missing: text("no value to show"),
      ...(tooltip !== undefined && { explanation: tooltip }),
    }),
  );
}

function identityFacts(row: FleetRow, shoot: Shoot): readonly ClusterFact[] {
  const { metadata, status } = shoot;
  return [
    factOfValues({
      key: "technical-id",
      name: text("Technical id"),
      values: oneValue(status?.technicalID),
      missing: text("not reported"),
    }),
    factOfValues({
      key: "uid",
      name: text("UID"),
      values: oneValue(status?.uid || metadata.uid),
      missing: text("not reported"),
    }),
    factOfValues({ key: "namespace", name: text("Namespace"), values: oneValue(row.namespace), missing: "" }),
    factOfValues({
      key: "purpose",
      name: text("Purpose"),
      values: row.purpose ? oneValue(row.purpose) : oneValue("evaluation", text("default")),
      missing: "",
    }),
    instantFact("created", text("Created"), metadata.creationTimestamp),
    factOfValues({
      key: "created-by",
      name: text("Created by"),
      values: oneValue(annotationOf(shoot, annotations.createdBy)),
      missing: text("not said"),
    }),
    ...lifetimeFact(shoot),
  ];
}

function instantFact(key: string, name: string, at: string | undefined): ClusterFact {
  return { key, name, content: at ? { kind: "instant", at } : { kind: "missing", reason: text("not reported") } };
}

function lifetimeFact(shoot: Shoot): readonly ClusterFact[] {
  const lifetime = readLifetime(shoot);
  const [key, name] = ["lifetime", text("Lifetime ends")];
  if (lifetime.state === "none") return [];
  if (lifetime.state === "ends") return [instantFact(key, name, formatInstant(lifetime.endsAt))];
  return [factOfValues({ key, name, values: oneValue(lifetime.text, text("cannot be read")), missing: "" })];
}

function setupFacts(row: FleetRow, shoot: Shoot, landscape: LandscapeConfiguration): readonly ClusterFact[] {
  const { spec } = shoot;
  const tolerance = failureToleranceOf(spec);
  return [
    factOfValues({
      key: "credentials",
      name: text("Cloud credentials"),
      values: ofKind(credentialsBindingOf(spec)),
      missing: text("none"),
      href: `${clusterPath(row)}/credentials#yours`,
    }),
    factOfValues({
      key: "profile",
      name: text("Cloud profile"),
      values: ofKind(row.profile),
      missing: text("not said"),
    }),
    factOfValues({
      ...{ key: "seed", name: text("Seed"), values: oneValue(row.seed), missing: text("none yet") },
      ...(row.seed !== undefined && { href: seedPath(row.seed) }),
    }),
    factOfValues({
      key: "gardener",
      name: text("Gardener"),
      values: oneValue(row.gardenerVersion),
      missing: text("not reported"),
    }),
    factOfValues({
      key: "high-availability",
      name: text("High availability"),
      values: oneValue(tolerance),
      missing: text("none"),
      ...describedTolerance(tolerance),
    }),
    factOfValues({
      key: "access-restrictions",
      name: text("Access restrictions"),
      values: restrictionValues(spec, landscape),
      missing: text("none"),
      ...describedRestrictions(spec, landscape),
    }),
    factOfValues({ key: "add-ons", name: text("Add-ons"), values: addOnValues(shoot), missing: text("none") }),
    factOfValues({
      key: "extensions",
      name: text("Extensions"),
      values: extensionValues(shoot),
      missing: text("none"),
    }),
  ];
}

/** Access restrictions by the operator's titles and options; as written where the operator has no texts for one. */
function restrictionValues(spec: ShootSpec, landscape: LandscapeConfiguration): readonly FactValue[] {
  return accessRestrictionsOf(spec).flatMap(({ name, options, written }) => {
    const texts = restrictionTextsOf(landscape, name);
    if (texts === undefined) return oneValue(name, options.join(", ") || undefined);
    const shown = (texts.options ?? []).filter((option) => isOptionShown(written, option));
    const titles = shown.map(({ key, display, input }) => display?.title ?? input?.title ?? key);
    return oneValue(texts.display?.title ?? name, titles.join(", ") || undefined);
  });
}

function describedRestrictions(spec: ShootSpec, landscape: LandscapeConfiguration): { readonly explanation?: string } {
  const descriptions = accessRestrictionsOf(spec).flatMap(
    ({ name }) => restrictionTextsOf(landscape, name)?.display?.description ?? [],
  );
  return descriptions.length === 0 ? {} : { explanation: descriptions.map(plainOperatorText).join(" ") };
}

function ofKind(reference: { readonly kind: string; readonly name: string } | undefined): readonly FactValue[] {
  return oneValue(reference?.name, reference?.kind);
}

const tolerances: ReadonlyMap<string | undefined, Message> = new Map([
  [undefined, message("Interrupted when a node of the control plane fails")],
  ["node", message("The control plane survives a failing node")],
  ["zone", message("The control plane survives a failing zone")],
]);

/** What a failure tolerance means; nothing for a type newer than this build. */
function describedTolerance(tolerance: string | undefined): { readonly explanation?: string } {
  const meaning = tolerances.get(tolerance);
  return meaning === undefined ? {} : { explanation: text(meaning) };
}

const addOnNames: ReadonlyMap<string, Message> = new Map([
  ["kubernetesDashboard", message("Kubernetes dashboard")],
  ["nginxIngress", message("NGINX ingress controller")],
]);

/** Lists the enabled add-ons of a cluster; disabled and missing ones are treated alike. */
function addOnValues({ spec }: Shoot): readonly FactValue[] {
  return addOnsOf(spec).flatMap(({ name, enabled }) => {
    const title = addOnNames.get(name);
    return enabled ? oneValue(title === undefined ? name : text(title)) : [];
  });
}

/** Returns the extensions in the spec, enabled or disabled, and those that the garden enables for every cluster. */
function extensionValues(shoot: Shoot): readonly FactValue[] {
  const written = extensionsInSpec(shoot.spec).flatMap(({ type, enabled }) =>
    oneValue(type || text("without a type"), enabled ? undefined : text("off")),
  );
  return [...written, ...extensionsEnabledByGarden(shoot).flatMap((type) => oneValue(type, text("on by default")))];
}
