import "server-only";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import type { User } from "../rbac/user.ts";
import type { Schema } from "../schema/schema.ts";
import type { GardenReader } from "./garden-reader.ts";

/** One column of a Table response. Columns with `priority` 1 are shown only by `kubectl get -o wide`. */
export interface TableResponseColumn {
  readonly name: string;
  readonly type: "string" | "integer" | "date";
  readonly format?: "name";
  readonly description: string;
  readonly priority?: 0 | 1;
  readonly cell: (object: KubeObject, now: Date) => string | number;
}

/** Context of one write. */
export interface WriteContext {
  readonly user: User;
  readonly now: Date;
  /** Adds a `Warning` header to the response. */
  readonly warn: (text: string) => void;
}

export interface AdmissionContext extends WriteContext {
  /** The other objects of the garden, for admission to read. */
  readonly garden: GardenReader;
  /** Whether the user has a custom verb on an object, such as `manage-members` on a Project. */
  readonly mayUse: (verb: string, resource: KubeResource, object: KubeObject) => boolean;
}

/**
 * Storage rules of one kind. Functions are pure except for ApiErrors, which admission throws. Validation returns the
 * causes of a 422.
 */
export interface Strategy {
  /** Whether `metadata.generation` exists and increases with changes of the spec. */
  readonly hasGeneration: boolean;
  readonly hasStatus: boolean;
  /** Defaulting and mutating admission, before the object is prepared; `before` is undefined for a creation. */
  readonly mutate?: (wanted: KubeObject, before: KubeObject | undefined, context: AdmissionContext) => KubeObject;
  readonly prepareForCreate?: (object: KubeObject, context: AdmissionContext) => KubeObject;
  /** `wanted` already has the old status and generation. */
  readonly prepareForUpdate?: (before: KubeObject, wanted: KubeObject) => KubeObject;
  /** `wanted` already has the old values of everything except the status. */
  readonly prepareForStatusUpdate?: (before: KubeObject, wanted: KubeObject) => KubeObject;
  readonly validate?: (object: KubeObject, context: AdmissionContext) => readonly KubeStatusCause[];
  /** Additional validation of new objects. */
  readonly validateCreate?: (object: KubeObject, context: AdmissionContext) => readonly KubeStatusCause[];
  readonly validateUpdate?: (
    before: KubeObject,
    after: KubeObject,
    context: AdmissionContext,
  ) => readonly KubeStatusCause[];
  /** Warnings for a valid write, also if it changes nothing or admission then refuses it; not for the status. */
  readonly warnings?: (
    wanted: KubeObject,
    before: KubeObject | undefined,
    context: AdmissionContext,
  ) => readonly string[];
  /** Normalizes a valid object: removes empty fields and derives labels. */
  readonly canonicalize?: (object: KubeObject) => KubeObject;
  /** Validating admission, called if validation found nothing; not for writes of the status. */
  readonly admit?: (wanted: KubeObject, before: KubeObject | undefined, context: AdmissionContext) => void;
  readonly admitDeletion?: (object: KubeObject, context: AdmissionContext) => void;
  /** Prepares an object for deletion; a finalizer keeps it until the finalizer is removed. */
  readonly prepareForDeletion?: (object: KubeObject) => KubeObject;
  /** Finalizers added on creation. */
  readonly finalizers?: readonly string[];
}

export interface ResourceDefinition {
  readonly resource: KubeResource;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly string[];
  /** Kinds posted to a subresource, by subresource; other subresources take the resource itself. */
  readonly requestKinds: Readonly<Record<string, KubeResource>>;
  readonly columns: readonly TableResponseColumn[];
  /** Fields other than metadata.name and metadata.namespace that field selectors support. */
  readonly selectableFields: Readonly<Record<string, (object: KubeObject) => string>>;
  readonly names: "dns-label" | "dns-subdomain" | "path-segment";
  readonly strategy: Strategy;
  /** Schemas of the fields other than apiVersion, kind and metadata; without it, any field is accepted. */
  readonly fields?: Readonly<Record<string, Schema>> | undefined;
  /** Description in `kubectl explain`. */
  readonly description?: string;
  /** Supported verbs, if not the ones of stored objects. Reviews are only created, never stored. */
  readonly verbs?: readonly string[];
}

export function apiVersionOf({ group, version }: Pick<KubeResource, "group" | "version">): string {
  return group === "" ? version : `${group}/${version}`;
}

const storedVerbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"] as const;

export function verbsOf({ verbs }: ResourceDefinition): readonly string[] {
  return verbs ?? storedVerbs;
}

/** Verbs of a subresource. */
export function subresourceVerbs(subresource: string): readonly string[] {
  return subresource === "status" ? ["get", "patch", "update"] : ["create"];
}
