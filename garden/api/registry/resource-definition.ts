import "server-only";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import type { User } from "../rbac/user.ts";
import type { Schema } from "../schema/schema.ts";
import type { GardenReader } from "./garden-reader.ts";

/** One column of a Table answer. `priority` 1 is shown by `kubectl get -o wide` only. */
export interface Column {
  readonly name: string;
  readonly type: "string" | "integer" | "date";
  readonly format?: "name";
  readonly description: string;
  readonly priority?: 0 | 1;
  readonly cell: (object: KubeObject, now: Date) => string | number;
}

/** What one write knows of its surroundings. */
export interface WriteContext {
  readonly user: User;
  readonly now: Date;
  /** Adds the text of a `Warning` header to the answer. */
  readonly warn: (text: string) => void;
}

export interface AdmissionContext extends WriteContext {
  /** What admission may read beside the object that is written. */
  readonly garden: GardenReader;
  /** Whether the user has a verb of the kind's own on an object, such as `manage-members` on a Project. */
  readonly mayUse: (verb: string, resource: KubeResource, object: KubeObject) => boolean;
}

/**
 * How one kind is stored. Functions are pure but for what they throw: an ApiError where admission refuses. Validation
 * returns the causes of a 422.
 */
export interface Strategy {
  /** Whether `metadata.generation` exists and rises with the spec. */
  readonly hasGeneration: boolean;
  readonly hasStatus: boolean;
  /** Defaulting and mutating admission, before the object is prepared; `before` is undefined for a creation. */
  readonly mutate?: (wanted: KubeObject, before: KubeObject | undefined, context: AdmissionContext) => KubeObject;
  readonly prepareForCreate?: (object: KubeObject, context: AdmissionContext) => KubeObject;
  /** Gets the wanted object with the old status and generation already in place. */
  readonly prepareForUpdate?: (before: KubeObject, wanted: KubeObject) => KubeObject;
  /** Gets the wanted object with everything but the status as it was. */
  readonly prepareForStatusUpdate?: (before: KubeObject, wanted: KubeObject) => KubeObject;
  readonly validate?: (object: KubeObject, context: AdmissionContext) => readonly KubeStatusCause[];
  /** What is judged of new objects only, once their shape is right. */
  readonly validateCreate?: (object: KubeObject, context: AdmissionContext) => readonly KubeStatusCause[];
  readonly validateUpdate?: (
    before: KubeObject,
    after: KubeObject,
    context: AdmissionContext,
  ) => readonly KubeStatusCause[];
  /** What a valid write is warned of, also where it changes nothing or admission then refuses it; not for the status. */
  readonly warnings?: (
    wanted: KubeObject,
    before: KubeObject | undefined,
    context: AdmissionContext,
  ) => readonly string[];
  /** What becomes of an object that is valid: fields that say nothing go, labels follow from the rest. */
  readonly canonicalize?: (object: KubeObject) => KubeObject;
  /** Validating admission, reached when validation found nothing; not for writes of the status. */
  readonly admit?: (wanted: KubeObject, before: KubeObject | undefined, context: AdmissionContext) => void;
  readonly admitDeletion?: (object: KubeObject, context: AdmissionContext) => void;
  /** What an object becomes when its deletion begins; with a finalizer it stays until that is taken away. */
  readonly prepareForDeletion?: (object: KubeObject) => KubeObject;
  /** Finalizers that the kind gets on creation. */
  readonly finalizers?: readonly string[];
}

export interface ResourceDefinition {
  readonly resource: KubeResource;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly string[];
  /** The kinds that are posted to subresources, by subresource; to any other the resource itself is written. */
  readonly requestKinds: Readonly<Record<string, KubeResource>>;
  readonly columns: readonly Column[];
  /** Fields beside metadata.name and metadata.namespace that a field selector may name. */
  readonly selectableFields: Readonly<Record<string, (object: KubeObject) => string>>;
  readonly names: "dns-label" | "dns-subdomain" | "path-segment";
  readonly strategy: Strategy;
  /** The schemas of the fields beside apiVersion, kind and metadata; without it the kind takes whatever comes. */
  readonly fields?: Readonly<Record<string, Schema>> | undefined;
  /** What `kubectl explain` says of the kind. */
  readonly description?: string;
  /** Reviews are created and answered, never stored. */
  readonly verbs?: readonly string[];
}

export function apiVersionOf({ group, version }: Pick<KubeResource, "group" | "version">): string {
  return group === "" ? version : `${group}/${version}`;
}

const storedVerbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"] as const;

export function verbsOf({ verbs }: ResourceDefinition): readonly string[] {
  return verbs ?? storedVerbs;
}

/** What a subresource can be asked for. */
export function subresourceVerbs(subresource: string): readonly string[] {
  return subresource === "status" ? ["get", "patch", "update"] : ["create"];
}
