import { z } from "zod";
import { gardenRegistry } from "#garden/garden-state.ts";
import type { CloudProfile, CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject, ObjectMeta } from "#lib/kube/object.ts";
import { resourcePath } from "#lib/kube/paths.ts";
import { canonicalJsonOf } from "./differences.ts";
import { describeGardenRejection, type GardenAccess, type GardenHttpResponse } from "./garden-access.ts";

/** What a garden did not take, in its words. */
export interface ImportRejection {
  readonly object: string;
  readonly answer: string;
}

type WithStatus = KubeObject & { readonly status?: unknown };

/** An object as somebody would hand it in: without what only a garden may set. */
function handedIn(object: WithStatus): KubeObject {
  const { name, namespace, labels, annotations } = object.metadata;
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

/** A Seed with the account of its DNS also where Gardener looked for it up to 1.13x; later ones drop that. */
function withSecretReferences(object: KubeObject): KubeObject {
  const seed = object.kind === "Seed" ? seedSchema.safeParse(object) : undefined;
  if (seed?.data === undefined) return object;
  const { spec } = seed.data;
  const { name, namespace } = spec.dns.provider.credentialsRef;
  const provider = { ...spec.dns.provider, secretRef: { name, namespace } };
  return { ...object, ...{ spec: { ...spec, dns: { ...spec.dns, provider } } } };
}

export function qualifiedNameOf({ kind = "", metadata }: KubeObject): string {
  return [kind, metadata.namespace, metadata.name].filter(Boolean).join("/");
}

/** The path of an object, or of its collection for a create. */
function pathOf(object: KubeObject, what: "collection" | "object" | "status"): string {
  const definition = gardenRegistry.ofKind(object.apiVersion, object.kind);
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

/** Creates an object, or replaces what is there by that name. Answers what the garden then holds. */
export async function put(admin: GardenAccess, object: KubeObject): Promise<GardenHttpResponse> {
  const body = canonicalJsonOf(handedIn(object));
  const answer = await admin.send({ method: "POST", path: pathOf(object, "collection"), body });
  return answer.code === 409 ? replace(admin, object) : answer;
}

type Stored = z.infer<typeof stored>;

/** Replaces the object by that name, whatever its version. */
export function replace(admin: GardenAccess, object: KubeObject): Promise<GardenHttpResponse> {
  const given = handedIn(object);
  return write(admin, pathOf(object, "object"), ({ metadata }) => ({
    ...given,
    metadata: { ...metadata, ...given.metadata },
  }));
}

/** Writes the status of an object that is there. */
export function putStatus(admin: GardenAccess, object: WithStatus): Promise<GardenHttpResponse> {
  return write(admin, pathOf(object, "status"), (held) => ({ ...held, status: object.status }));
}

/**
 * Makes a Shoot one that was made long ago: as its owner wrote it, without what the garden gives the new ones of today, and
 * held by its gardenlet, which has done the tasks of its creation.
 */
export function settle(admin: GardenAccess, { metadata, spec, ...rest }: Shoot): Promise<GardenHttpResponse> {
  return write(admin, pathOf({ ...rest, metadata }, "object"), (held) => {
    const finalizers = [...new Set([...(held.metadata.finalizers ?? []), ...(metadata.finalizers ?? [])])];
    return { ...held, metadata: { ...held.metadata, annotations: metadata.annotations, finalizers }, spec };
  });
}

/** Writes what comes of what the garden holds, anew where a controller wrote in between. */
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

/** Deletes an object; one with finalizers stays until they are gone. */
export function remove(admin: GardenAccess, object: KubeObject): Promise<GardenHttpResponse> {
  return admin.send({ method: "DELETE", path: pathOf(object, "object") });
}

export function importRejectionsOf(object: KubeObject, answer: GardenHttpResponse): readonly ImportRejection[] {
  return answer.code < 300 ? [] : [{ object: qualifiedNameOf(object), answer: describeGardenRejection(answer) }];
}

/** A profile before any of its versions came to its end: what old clusters were created from. */
export function youngProfile(profile: CloudProfile): CloudProfile {
  const { kubernetes, machineImages } = profile.spec;
  const spec: CloudProfileSpec = {
    ...profile.spec,
    kubernetes: { ...kubernetes, versions: kubernetes?.versions?.map(withoutEnd) ?? [] },
    machineImages: machineImages?.map((image) => ({ ...image, versions: image.versions?.map(withoutEnd) ?? [] })) ?? [],
  };
  return { ...profile, spec };
}

/** One that is yet to become available stays so: the API server lets none of them go back. */
function withoutEnd<Version extends ExpirableVersion>(version: Version) {
  const { expirationDate: _, lifecycle, ...rest } = version;
  if (!lifecycle) return rest;
  return lifecycle[0]?.startTime ? { ...rest, lifecycle } : { ...rest, classification: "deprecated" };
}
