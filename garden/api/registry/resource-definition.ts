import "server-only";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import type { User } from "../rbac/user.ts";
import type { Schema } from "../schema/schema.ts";
import type { GardenReader } from "./garden-reader.ts";

/** One column of a Table response. Columns with `priority` 1 are only shown by `kubectl get -o wide`. */
export interface TableResponseColumn {
  readonly name: string;
  readonly type: "string" | "integer" | "date";
  readonly format?: "name";
  readonly description: string;
  readonly priority?: 0 | 1;
  readonly cell: (object: KubeObject, now: Date) => string | number;
}

/** User, time and warnings of one write. */
export interface WriteContext {
  readonly user: User;
  readonly now: Date;
  /** Adds a `Warning` header to the response. */
  readonly warn: (text: string) => void;
}

export interface AdmissionContext extends WriteContext {
  /** Reads other objects of the garden during admission. */
  readonly garden: GardenReader;
  /** Whether the user is allowed to use a verb on an object, such as `manage-members` on a Project, or on a subresource. */
  readonly mayUse: (verb: string, resource: KubeResource, object: KubeObject, subresource?: string) => boolean;
}

/**
 * Defaulting, validation and admission of one resource. The functions have no side effects. Validation returns the
 * causes of a 422 response; admission throws an ApiError.
 */
export interface StorageStrategy {
  /** Whether objects have a `metadata.generation` that increases with changes of the spec. */
  readonly hasGeneration: boolean;
  readonly hasStatus: boolean;
  /** Defaulting and mutating admission, before preparation for storage; `before` is undefined for a creation. */
  readonly mutate?: (wanted: KubeObject, before: KubeObject | undefined, context: AdmissionContext) => KubeObject;
  readonly prepareForCreate?: (object: KubeObject, context: AdmissionContext) => KubeObject;
  /** Adapts a write of the object; `wanted` already has the stored status and generation. */
  readonly prepareForUpdate?: (before: KubeObject, wanted: KubeObject) => KubeObject;
  /** Adapts a write of the subresource `binding`; `wanted` already has the stored status. */
  readonly prepareForBinding?: (before: KubeObject, wanted: KubeObject) => KubeObject;
  /** Adapts a write of the status; `wanted` already has the stored values of all other fields. */
  readonly prepareForStatusUpdate?: (before: KubeObject, wanted: KubeObject) => KubeObject;
  readonly validate?: (object: KubeObject, context: AdmissionContext) => readonly KubeStatusCause[];
  /** Validation that applies only to new objects. */
  readonly validateCreate?: (object: KubeObject, context: AdmissionContext) => readonly KubeStatusCause[];
  readonly validateUpdate?: (
    before: KubeObject,
    after: KubeObject,
    context: AdmissionContext,
  ) => readonly KubeStatusCause[];
  /** Warnings for all valid writes but those of the status, even if nothing changes or admission refuses the write. */
  readonly warnings?: (
    wanted: KubeObject,
    before: KubeObject | undefined,
    context: AdmissionContext,
  ) => readonly string[];
  /** Normalizes a valid object: removes empty fields and derives labels. */
  readonly canonicalize?: (object: KubeObject) => KubeObject;
  /** Validating admission; runs only if validation found no errors, and not for writes of a subresource. */
  readonly admit?: (wanted: KubeObject, before: KubeObject | undefined, context: AdmissionContext) => void;
  /** Validating admission of writes of the subresource `binding`. */
  readonly admitBinding?: (wanted: KubeObject, before: KubeObject, context: AdmissionContext) => void;
  readonly admitDeletion?: (object: KubeObject, context: AdmissionContext) => void;
  /** Adapts an object when its deletion starts. The object exists until its finalizers are removed. */
  readonly prepareForDeletion?: (object: KubeObject) => KubeObject;
  /** Finalizers that every new object gets. */
  readonly finalizers?: readonly string[];
}

export interface ResourceDefinition {
  readonly resource: KubeResource;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly string[];
  /** Kinds of the request bodies of subresources, by subresource; other subresources use the kind of the resource. */
  readonly requestKinds: Readonly<Record<string, KubeResource>>;
  readonly columns: readonly TableResponseColumn[];
  /** Fields that field selectors support, besides metadata.name and metadata.namespace. */
  readonly selectableFields: Readonly<Record<string, (object: KubeObject) => string>>;
  readonly names: "dns-label" | "dns-subdomain" | "path-segment";
  readonly strategy: StorageStrategy;
  /** Schemas of the fields other than apiVersion, kind and metadata. Without schemas, any field is accepted. */
  readonly fields?: Readonly<Record<string, Schema>> | undefined;
  /** Description of the resource in `kubectl explain`. */
  readonly description?: string;
  /** Verbs of the resource if they differ from those of stored objects; reviews, for example, support only create. */
  readonly verbs?: readonly string[];
}

export function apiVersionOf({ group, version }: Pick<KubeResource, "group" | "version">): string {
  return group === "" ? version : `${group}/${version}`;
}

const storedVerbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"] as const;

export function verbsOf({ verbs }: ResourceDefinition): readonly string[] {
  return verbs ?? storedVerbs;
}

/** Verbs that a subresource supports. */
export function subresourceVerbs(subresource: string): readonly string[] {
  return isWritableSubresource(subresource) || subresource === "scale" ? ["get", "patch", "update"] : ["create"];
}

const writableSubresources = ["status", "binding"] as const;
/** A subresource through which a part of the stored object is written. */
export type WritableSubresource = (typeof writableSubresources)[number];

export function isWritableSubresource(subresource: string | undefined): subresource is WritableSubresource {
  return writableSubresources.some((each) => each === subresource);
}
