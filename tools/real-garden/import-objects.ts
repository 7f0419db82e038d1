import { z } from "zod";
import { gardenResourceRegistry } from "#garden/garden-state.ts";
import type { CloudProfile, CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject, ObjectMeta } from "#lib/kube/object.ts";
import { resourcePath } from "#lib/kube/paths.ts";
import { canonicalJsonOf } from "./differences.ts";
import { describeGardenRejection, type GardenAccess, type GardenHttpResponse } from "./garden-access.ts";

/** An object that the garden refused, with the response. */
export interface ImportRejection {
  readonly object: string;
  readonly answer: string;
}

type WithStatus = KubeObject & { readonly status?: unknown };

/** The object as a client would create it: without server-set fields and status. */
function handedIn(object: WithStatus): KubeObject {
  const { name, namespace, labels } = object.metadata;
  const annotations = withoutProjectUid(object.metadata.annotations);
  const metadata: ObjectMeta = {
    name,
    ...(namespace !== undefined && { namespace }),
    ...(labels && { labels }),
    ...(annotations && { annotations }),
  };
  const { status: _, ...rest } = object;
  return withSecretReferences({ ...rest, metadata });
}

const seedSchema = z.looseObject({
  spec: z.looseObject({
    dns: z.looseObject({
      provider: z.looseObject({ credentialsRef: z.looseObject({ name: z.string(), namespace: z.string() }) }),
    }),
  }),
});

/** Adds the former field for DNS credentials to a Seed, which Gardener needs up to 1.13x and later ignores. */
function withSecretReferences(object: KubeObject): KubeObject {
  const seed = object.kind === "Seed" ? seedSchema.safeParse(object) : undefined;
  if (seed?.data === undefined) return object;
  const { spec } = seed.data;
  const { name, namespace } = spec.dns.provider.credentialsRef;
  const provider = { ...spec.dns.provider, secretRef: { name, namespace } };
  return { ...object, ...{ spec: { ...spec, dns: { ...spec.dns, provider } } } };
}

/** The uid of a project in the other garden, by which this one would take its namespace for a foreign one, is left out. */
function withoutProjectUid(annotations: ObjectMeta["annotations"]): ObjectMeta["annotations"] {
  if (!annotations) return undefined;
  const { "namespace.gardener.cloud/project": _uid, ...others } = annotations;
  return others;
}

export function qualifiedNameOf({ kind = "", metadata }: KubeObject): string {
  return [kind, metadata.namespace, metadata.name].filter(Boolean).join("/");
}

/** The path of an object, of its status, or of its collection. */
export function pathOf(object: KubeObject, what: "collection" | "object" | "status"): string {
  const definition = gardenResourceRegistry.ofKind(object.apiVersion, object.kind);
  if (definition === undefined) throw new Error(`nobody knows where a ${object.kind} goes`);
  const { resource } = definition;
  const { name, namespace } = object.metadata;
  const place = namespace === undefined ? { resource } : { resource, namespace };
  const subresource = what === "status" ? { subresource: "status" as const } : {};
  const built = resourcePath(what === "collection" ? place : { ...place, name, ...subresource });
  if (!built.ok) throw new Error(`${qualifiedNameOf(object)}: ${built.error.reason}`);
  return built.value;
}

const stored = z.looseObject({
  metadata: z.looseObject({ name: z.string(), finalizers: z.optional(z.array(z.string())) }),
});

/** Creates an object or replaces the existing one; returns the response. */
export async function createOrReplaceObject(admin: GardenAccess, object: KubeObject): Promise<GardenHttpResponse> {
  const body = canonicalJsonOf(handedIn(object));
  const answer = await admin.send({ method: "POST", path: pathOf(object, "collection"), body });
  return answer.code === 409 ? replaceImportedObject(admin, object) : answer;
}

type Stored = z.infer<typeof stored>;

/** Replaces an existing object, whatever its resourceVersion. */
export function replaceImportedObject(admin: GardenAccess, object: KubeObject): Promise<GardenHttpResponse> {
  const given = handedIn(object);
  return write(admin, pathOf(object, "object"), ({ metadata }) => ({
    ...given,
    metadata: { ...metadata, ...given.metadata },
  }));
}

/** Writes the status of an existing object. */
export function replaceObjectStatus(admin: GardenAccess, object: WithStatus): Promise<GardenHttpResponse> {
  return write(admin, pathOf(object, "status"), (held) => ({ ...held, status: object.status }));
}

/**
 * Turns a new Shoot into one that was created long ago: with the original spec, without later defaults for new Shoots,
 * and with the finalizer of a gardenlet that has completed its creation tasks.
 */
export function markShootReconciled(
  admin: GardenAccess,
  { metadata, spec, ...rest }: Shoot,
): Promise<GardenHttpResponse> {
  return write(admin, pathOf({ ...rest, metadata }, "object"), (held) => {
    const finalizers = [...new Set([...(held.metadata.finalizers ?? []), ...(metadata.finalizers ?? [])])];
    return { ...held, metadata: { ...held.metadata, annotations: metadata.annotations, finalizers }, spec };
  });
}

/** Writes the result of `change` for the current object; repeats after a conflict with a controller. */
async function write(
  admin: GardenAccess,
  path: string,
  change: (held: Stored) => Readonly<Record<string, unknown>>,
): Promise<GardenHttpResponse> {
  const held = await admin.send({ method: "GET", path });
  const current = stored.safeParse(held.body);
  if (!current.success) return held;
  const answer = await admin.send({ method: "PUT", path, body: canonicalJsonOf(change(current.data)) });
  return answer.code === 409 ? write(admin, path, change) : answer;
}

/** Deletes an object; it exists until its finalizers are removed. */
export function deleteImportedObject(admin: GardenAccess, object: KubeObject): Promise<GardenHttpResponse> {
  return admin.send({ method: "DELETE", path: pathOf(object, "object") });
}

export function importRejectionsOf(object: KubeObject, answer: GardenHttpResponse): readonly ImportRejection[] {
  return answer.code < 300 ? [] : [{ object: qualifiedNameOf(object), answer: describeGardenRejection(answer) }];
}

/** The profile as it was before any of its versions expired, so that old Shoots can be created. */
export function profileWithoutExpirations(profile: CloudProfile): CloudProfile {
  const { kubernetes, machineImages } = profile.spec;
  const spec: CloudProfileSpec = {
    ...profile.spec,
    kubernetes: { ...kubernetes, versions: kubernetes?.versions?.map(withoutEnd) ?? [] },
    machineImages: machineImages?.map((image) => ({ ...image, versions: image.versions?.map(withoutEnd) ?? [] })) ?? [],
  };
  return { ...profile, spec };
}

/** A version not yet available stays so: the API server lets no available version become unavailable again. */
function withoutEnd<Version extends ExpirableVersion>(version: Version) {
  const { expirationDate: _, lifecycle, ...rest } = version;
  if (!lifecycle) return rest;
  return lifecycle[0]?.startTime ? { ...rest, lifecycle } : { ...rest, classification: "deprecated" };
}
