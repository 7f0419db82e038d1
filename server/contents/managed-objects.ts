import "server-only";
import { fieldAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { createResourceFactory } from "#lib/kube/resource.ts";
import type { ApiRemoval } from "#lib/policy/readiness/api-removal.ts";
import type { ContentsPart, ManagedObject } from "#lib/policy/readiness/contents/cluster-contents.ts";
import { removedApis } from "#lib/policy/readiness/removed-apis.ts";
import { boundedListAt, nameAt } from "./fact-fields.ts";
import { type Look, type ParseObject, readPart } from "./read-part.ts";
import { readServedApis } from "./served-apis.ts";

interface StoredKind {
  readonly plural: string;
  /** Absent for objects in a namespace. */
  readonly isGlobal?: true;
  /** Versions of the same group that replace all removed ones, where the table of removals names none. */
  readonly newest?: string;
}

/** Kinds whose objects are stored, among those of the table of removals. Events are not: they end by themselves. */
const storedKinds: Readonly<Record<string, StoredKind>> = {
  ClusterCIDR: { plural: "clustercidrs", isGlobal: true },
  ClusterTrustBundle: { plural: "clustertrustbundles", isGlobal: true },
  CronJob: { plural: "cronjobs" },
  CSIStorageCapacity: { plural: "csistoragecapacities" },
  DeviceClass: { plural: "deviceclasses", isGlobal: true },
  EndpointSlice: { plural: "endpointslices" },
  FlowSchema: { plural: "flowschemas", isGlobal: true },
  HorizontalPodAutoscaler: { plural: "horizontalpodautoscalers" },
  IPAddress: { plural: "ipaddresses", isGlobal: true, newest: "v1" },
  LeaseCandidate: { plural: "leasecandidates" },
  PodCertificateRequest: { plural: "podcertificaterequests" },
  PodDisruptionBudget: { plural: "poddisruptionbudgets" },
  PodGroup: { plural: "podgroups" },
  PodScheduling: { plural: "podschedulings" },
  PodSchedulingContext: { plural: "podschedulingcontexts" },
  PodSecurityPolicy: { plural: "podsecuritypolicies", isGlobal: true },
  PriorityClass: { plural: "priorityclasses", isGlobal: true, newest: "v1" },
  PriorityLevelConfiguration: { plural: "prioritylevelconfigurations", isGlobal: true },
  ResourceClaim: { plural: "resourceclaims" },
  ResourceClaimParameters: { plural: "resourceclaimparameters" },
  ResourceClaimTemplate: { plural: "resourceclaimtemplates" },
  ResourceClass: { plural: "resourceclasses", isGlobal: true },
  ResourceClassParameters: { plural: "resourceclassparameters" },
  ResourceSlice: { plural: "resourceslices", isGlobal: true },
  RuntimeClass: { plural: "runtimeclasses", isGlobal: true, newest: "v1" },
  ServiceCIDR: { plural: "servicecidrs", isGlobal: true, newest: "v1" },
  StorageVersionMigration: { plural: "storageversionmigrations", isGlobal: true },
  ValidatingAdmissionPolicy: { plural: "validatingadmissionpolicies", isGlobal: true, newest: "v1" },
  ValidatingAdmissionPolicyBinding: { plural: "validatingadmissionpolicybindings", isGlobal: true, newest: "v1" },
  VolumeAttributesClass: { plural: "volumeattributesclasses", isGlobal: true },
  Workload: { plural: "workloads" },
};

/** A kind of which a step removes a version, and the versions in which it can be listed. */
export interface RemovedKind {
  readonly kind: string;
  readonly apis: readonly string[];
}

/** Kinds whose objects are looked for before a step; undefined if it is not known what the step removes. */
export function removedKindsOf(from: string, to: string): readonly RemovedKind[] | undefined {
  return removedApis(from, to)?.flatMap((removal) =>
    removal.kinds
      .filter((kind) => Object.hasOwn(storedKinds, kind))
      .map((kind): RemovedKind => {
        const newest = newestApiOf(removal, storedKinds[kind]?.newest);
        return { kind, apis: newest === undefined ? [removal.api] : [newest, removal.api] };
      }),
  );
}

function newestApiOf({ api, replacement }: ApiRemoval, newest: string | undefined): string | undefined {
  const [group] = api.split("/");
  return replacement ?? (newest === undefined ? undefined : `${group}/${newest}`);
}

const objectsPerPage = 500;

/**
 * The objects of kinds that the step removes in one of their versions, with those who wrote them. Only metadata is read.
 * A kind that the API server does not serve has no objects.
 */
export async function readManagedObjects(
  look: Look,
  kinds: readonly RemovedKind[] | undefined,
): Promise<ContentsPart<ManagedObject>> {
  if (kinds === undefined) return { state: "unread", why: "not-asked" };
  if (kinds.length === 0) return nothing;
  const isServed = await readServedApis(look);
  // Whoever may not list a kind is refused even where it is not served, so that discovery has to say so.
  const served = kinds
    .map(({ kind, apis }) => ({ kind, apis: apis.filter((api) => isServed(api, storedKinds[kind]?.plural ?? "")) }))
    .filter(({ apis }) => apis.length > 0);
  look.budget.release(kinds.length - served.length);
  if (served.length === 0) return nothing;
  const parts = await Promise.all(served.map((each) => readKind(look, each)));
  const read = parts.filter((part) => part.state === "read");
  const unread = parts.find((part) => part.state === "unread");
  if (unread !== undefined && read.length === 0) return unread;
  return {
    state: "read",
    items: read.flatMap(({ items }) => items),
    isComplete: unread === undefined && read.every(({ isComplete }) => isComplete),
    unreadable: read.reduce((sum, part) => sum + part.unreadable, 0),
  };
}

const nothing = { state: "read", items: [], isComplete: true, unreadable: 0 } as const;

async function readKind(look: Look, { kind, apis }: RemovedKind): Promise<ContentsPart<ManagedObject>> {
  for (const [index, api] of apis.entries()) {
    if (index > 0) look.budget.reserve();
    const target = { resource: resourceOf(kind, api), limit: objectsPerPage, isMetadataOnly: true };
    const part = await readPart(look, target, managedObjectOf(kind));
    if (part.state === "read" || part.why !== "not-served") return part;
  }
  return nothing;
}

function resourceOf(kind: string, api: string) {
  const [group = "", version = ""] = api.split("/");
  const { plural = "", isGlobal = false } = storedKinds[kind] ?? {};
  return createResourceFactory(group, version)(plural, kind, !isGlobal);
}

/** Reads an object of a kind, and who wrote it in which version; undefined for a malformed one. */
export function managedObjectOf(kind: string): ParseObject<ManagedObject> {
  return (value) => {
    const name = nameAt(value, "metadata", "name");
    const managed = boundedListAt(value, "metadata", "managedFields");
    if (name === undefined || managed === undefined) return undefined;
    const writers = managed.flatMap((entry) => {
      const [manager, api] = [nameAt(entry, "manager"), nameAt(entry, "apiVersion")];
      return manager === undefined || api === undefined
        ? []
        : [{ manager, api, at: parseInstant(fieldAt(entry, "time")) }];
    });
    return [{ kind, namespace: nameAt(value, "metadata", "namespace"), name, writers }];
  };
}
