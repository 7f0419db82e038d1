import "server-only";
import { unwrappedServerError } from "#garden/api/errors/api-error.ts";
import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { secrets, seeds, shoots } from "#lib/kube/resource.ts";
import { type DnsDomainAdmissionInput, findDomainOverlap } from "#lib/policy/admission/find-domain-admission-errors.ts";
import { projectOfNamespace } from "../rules/shoot-rules.ts";

/**
 * Sets a default DNS domain for a Shoot that has a Seed but no domain. With a custom domain, the first DNS provider
 * becomes the primary one.
 * @throws ApiError 500 if the seed does not exist
 * @source Gardener: plugin/pkg/shoot/dns
 */
export function shootSpecWithDefaultDomain({ metadata, spec }: Shoot, garden: GardenReader): ShootSpec {
  const { seedName } = spec;
  if (!seedName) return spec;
  const domains = defaultDomains(seedName, garden);
  const providers = spec.dns?.providers ?? [];
  if (providers.some(({ type }) => type === "unmanaged")) return spec;
  const project = projectOfNamespace(garden, metadata.namespace)?.metadata.name;
  const [first] = domains;
  const domain = spec.dns?.domain ?? (first && project ? `${metadata.name}.${project}.${first}` : undefined);
  if (domain === undefined) return spec;
  const isOwn = !domains.some((shared) => domain.endsWith(`.${shared}`));
  const needsPrimary = isOwn && providers.length > 0 && !providers.some(({ primary }) => primary === true);
  const chosen = providers.map((provider, index) => (index === 0 ? { ...provider, primary: true } : provider));
  if (!needsPrimary && spec.dns?.domain === domain) return spec;
  return { ...spec, dns: { ...spec.dns, domain, ...(needsPrimary && { providers: chosen }) } };
}

/**
 * Data of the garden that the validation of a Shoot's DNS domain needs. Domains of other Shoots are only searched if
 * the write changes the domain, because stored Shoots have no overlapping domains.
 */
export function readDomainValidationData(
  garden: GardenReader,
  before: Shoot | undefined,
  after: Shoot,
): DnsDomainAdmissionInput {
  const { name, namespace, generateName } = after.metadata;
  const { seedName, dns } = after.spec;
  const domain = dns?.domain ?? undefined;
  return {
    shoot: name,
    isNameMadeUp: generateName !== undefined && name.startsWith(generateName),
    project: projectOfNamespace(garden, namespace)?.metadata.name ?? "",
    defaults: defaultDomains(seedName ?? undefined, garden),
    holder: domain === undefined || before?.spec.dns?.domain === domain ? undefined : holderOf(garden, after, domain),
  };
}

function holderOf(garden: GardenReader, { metadata }: Shoot, domain: string): DnsDomainAdmissionInput["holder"] {
  const held = garden
    .list<Shoot>({ resource: shoots })
    .filter((other) => other.metadata.name !== metadata.name || other.metadata.namespace !== metadata.namespace)
    .flatMap(({ spec }) => spec.dns?.domain ?? [])
    .find((other) => findDomainOverlap(domain, other) !== undefined);
  return held === undefined ? undefined : { domain: held };
}

/** Default domains of the Seed or, if it has none, of the landscape; highest priority first. */
function defaultDomains(seedName: string | undefined, garden: GardenReader): readonly string[] {
  const seed = seedName === undefined ? undefined : garden.get({ resource: seeds, name: seedName });
  if (seedName !== undefined && seed === undefined) {
    const absent = `could not get seed ${seedName}: seed.core.gardener.cloud ${JSON.stringify(seedName)} not found`;
    throw unwrappedServerError(`error retrieving default domains: Internal error occurred: ${absent}`);
  }
  const own = listAt(seed, "spec", "dns", "defaults").flatMap((entry) => stringAt(entry, "domain") ?? []);
  if (own.length > 0) return own;
  const priorityOf = (annotations: Readonly<Record<string, string>> = {}) =>
    Number(annotations["dns.gardener.cloud/domain-default-priority"] ?? 0);
  return garden
    .list({ resource: secrets, namespace: "garden" })
    .filter(({ metadata }) => metadata.labels?.["gardener.cloud/role"] === "default-domain")
    .sort((left, right) => priorityOf(right.metadata.annotations) - priorityOf(left.metadata.annotations))
    .flatMap(({ metadata }) => metadata.annotations?.["dns.gardener.cloud/domain"] ?? []);
}
