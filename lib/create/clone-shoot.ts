import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** A field of the cluster that its clone does not have. */
export interface DroppedField {
  readonly field: string;
  readonly value: string;
}

export interface ClonedShoot {
  /** The Shoot without its name, which the clone needs of its own. */
  readonly shoot: Shoot;
  readonly dropped: readonly DroppedField[];
}

/** Prefixes of annotations and labels that Gardener sets for one cluster, or that ask for something once. */
const ofOneCluster: readonly string[] = [
  "gardener.cloud",
  "shoot.gardener.cloud",
  "confirmation.gardener.cloud",
  "maintenance.gardener.cloud",
  "migration.gardener.cloud",
  "dashboard.gardener.cloud",
  "seed.gardener.cloud",
];
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** Prefixes of labels that admission derives from the spec. */
const derivedLabels: readonly string[] = ["extensions.gardener.cloud", "name.seed.gardener.cloud"];

/**
 * The Shoot that a clone of a cluster starts with: its spec, labels and annotations without what belongs to the one
 * cluster, and what was left out.
 */
export function cloneShoot({ metadata, spec, status, ...kind }: Shoot): ClonedShoot {
  const dropped: DroppedField[] = [];
  const drop = (field: string, value: unknown) => {
    if (value === undefined || value === null) return;
    dropped.push({ field, value: typeof value === "string" ? value : JSON.stringify(value) });
  };
  const { name, namespace, labels, annotations, ...ofServer } = metadata;
  for (const field of ["uid", "resourceVersion", "generation", "creationTimestamp", "deletionTimestamp"] as const) {
    drop(`metadata.${field}`, ofServer[field]);
  }
  drop("metadata.finalizers", ofServer.finalizers);
  drop("metadata.ownerReferences", ofServer.ownerReferences);
  const kept = <Value extends Readonly<Record<string, string>>>(field: string, values: Value | undefined) =>
    Object.fromEntries(
      Object.entries(values ?? {}).filter(([key, value]) => {
        const isKept = !belongsToOneCluster(key);
        if (!isKept && key !== lastApplied) drop(`metadata.${field}[${key}]`, value);
        return isKept;
      }),
    );
  const [ownLabels, ownAnnotations] = [kept("labels", labels), kept("annotations", annotations)];
  const cloned = cloneSpec(spec, name, drop);
  drop("status.technicalID", status?.technicalID);
  drop("status.uid", status?.uid);
  drop("status.seedName", status?.seedName);
  return {
    shoot: {
      ...kind,
      metadata: {
        name: "",
        ...(namespace !== undefined && { namespace }),
        ...(Object.keys(ownLabels).length > 0 && { labels: ownLabels }),
        ...(Object.keys(ownAnnotations).length > 0 && { annotations: ownAnnotations }),
      },
      spec: cloned,
    },
    dropped,
  };
}

function belongsToOneCluster(key: string): boolean {
  const prefix = key.slice(0, Math.max(key.indexOf("/"), 0));
  if (key === lastApplied || ofOneCluster.includes(prefix)) return true;
  return derivedLabels.some((derived) => prefix === derived || prefix.endsWith(`.${derived}`));
}

type Drop = (field: string, value: unknown) => void;

function cloneSpec(whole: ShootSpec, name: string, drop: Drop): ShootSpec {
  const { seedName, cloudProfileName, dns, hibernation, ...spec } = whole;
  drop("spec.seedName", seedName);
  const domain = domainOfGardener(whole);
  drop("spec.dns.domain", domain);
  const { domain: _domain, ...withoutDomain } = dns ?? {};
  const ownDns = domain === undefined ? dns : withoutDomain;
  if (hibernation?.enabled === true) drop("spec.hibernation.enabled", true);
  const { enabled: _enabled, ...sleep } = hibernation ?? {};
  return {
    ...spec,
    ...(spec.cloudProfile == null &&
      cloudProfileName && { cloudProfile: { kind: "CloudProfile", name: cloudProfileName } }),
    ...(isFilled(ownDns) && { dns: ownDns }),
    ...(isFilled(sleep) && { hibernation: sleep }),
    ...resourcesOf(whole, name, drop),
  };
}

/** The domain that Gardener gave to a cluster: one of its owner comes with a DNS provider. */
function domainOfGardener({ dns }: ShootSpec): string | undefined {
  const providers = dns?.providers ?? [];
  const isOwn = providers.some(({ primary, type }) => primary === true || type === "unmanaged");
  return isOwn ? undefined : (dns?.domain ?? undefined);
}

/** The referenced objects without those that Gardener makes for the cluster, whose names begin with its name. */
function resourcesOf(spec: ShootSpec, name: string, drop: Drop): object {
  const resources = listAt(spec, "resources");
  const kept = resources.filter((resource) => {
    const isOfCluster = stringAt(resource, "resourceRef", "name")?.startsWith(`${name}.`) ?? false;
    if (isOfCluster) drop(`spec.resources[${resources.indexOf(resource)}]`, stringAt(resource, "resourceRef", "name"));
    return !isOfCluster;
  });
  if (resources.length === 0) return {};
  return { resources: kept.length > 0 ? kept : undefined };
}

function isFilled(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0;
}
