import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";

export type ReferencedObjectKind = "ConfigMap" | "Secret";

/** The field of a Shoot that refers to an object of its namespace. */
export type ObjectReferenceField =
  | "resource"
  | "dns"
  | "admissionPlugin"
  | "structuredAuthentication"
  | "structuredAuthorization"
  | "authorizationKubeconfig"
  | "auditPolicy";

/** An object of the Shoot's namespace that a changed spec refers to and the API server looks up. */
export interface ReferencedObject {
  readonly path: string;
  readonly kind: ReferencedObjectKind;
  readonly name: string;
  readonly use: ObjectReferenceField;
  /** Name that the Shoot gives the object: that of the `spec.resources` entry or of the admission plugin. */
  readonly label: string;
}

/** Whether an object exists, as far as the user may know. */
export type ReferencedObjectState = "there" | "missing" | "forbidden";

/** States of referenced objects by `referencedObjectKey`; an object that was not looked up has no entry. */
export type ReferencedObjectStates = ReadonlyMap<string, ReferencedObjectState>;

export function referencedObjectKey({ kind, name }: Pick<ReferencedObject, "kind" | "name">): string {
  return `${kind}/${name}`;
}

interface Sides {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
}

/**
 * The ConfigMaps and Secrets that the API server looks up when a Shoot changes: references in changed spec parts, and,
 * if the Kubernetes version changes, also those of the kube-apiserver configuration. Other kinds are left out.
 * @source Gardener: plugin/pkg/global/resourcereferencemanager, ensureShootReferences; pkg/webhook/configvalidator
 */
export function newlyReferencedObjects(sides: Sides): readonly ReferencedObject[] {
  const { old, new: next } = sides;
  if (semanticallyEqual(old, next)) return [];
  return [
    ...(differs(sides, "resources") ? resources(next) : []),
    ...(differs(sides, "dns") ? credentialsOfDns(next) : []),
    ...(differs(sides, ...server, "admissionPlugins") ? kubeconfigsOfPlugins(next) : []),
    ...files.flatMap((file) => fileOf(sides, file)),
    ...(differs(sides, ...server, "structuredAuthorization") ? kubeconfigsOfAuthorization(next) : []),
  ];
}

const server = ["kubernetes", "kubeAPIServer"] as const;
const serverPath = "spec.kubernetes.kubeAPIServer";

function differs({ old, new: next }: Sides, ...path: readonly string[]): boolean {
  return !semanticallyEqual(fieldAt(old, ...path), fieldAt(next, ...path));
}

function resources(spec: ShootSpec): readonly ReferencedObject[] {
  return listAt(spec, "resources").flatMap((resource, index): readonly ReferencedObject[] => {
    const [version, kind, name] = ["apiVersion", "kind", "name"].map((one) => stringAt(resource, "resourceRef", one));
    if (version !== "v1" || (kind !== "Secret" && kind !== "ConfigMap") || name === undefined) return [];
    const path = `spec.resources[${index}]`;
    return [{ path, kind, name, use: "resource", label: stringAt(resource, "name") ?? "" }];
  });
}

function credentialsOfDns(spec: ShootSpec): readonly ReferencedObject[] {
  return listAt(spec, "dns", "providers").flatMap((provider, index): readonly ReferencedObject[] => {
    const reference = fieldAt(provider, "credentialsRef");
    const isSecret = stringAt(reference, "apiVersion") === "v1" && stringAt(reference, "kind") === "Secret";
    // The API server converts the older field `secretName` to a reference.
    const name = isSecret
      ? stringAt(reference, "name")
      : reference == null
        ? stringAt(provider, "secretName")
        : undefined;
    const path = `spec.dns.providers[${index}].credentialsRef`;
    return name === undefined ? [] : [{ path, kind: "Secret", name, use: "dns", label: "" }];
  });
}

function kubeconfigsOfPlugins(spec: ShootSpec): readonly ReferencedObject[] {
  return listAt(spec, ...server, "admissionPlugins").flatMap((plugin, index): readonly ReferencedObject[] => {
    const name = stringAt(plugin, "kubeconfigSecretName");
    const path = `${serverPath}.admissionPlugins[${index}].kubeconfigSecretName`;
    const label = stringAt(plugin, "name") ?? "";
    return name === undefined ? [] : [{ path, kind: "Secret", name, use: "admissionPlugin", label }];
  });
}

interface ServerFile {
  readonly use: ObjectReferenceField;
  readonly path: readonly string[];
}

const files: readonly ServerFile[] = [
  { use: "structuredAuthentication", path: ["structuredAuthentication", "configMapName"] },
  { use: "structuredAuthorization", path: ["structuredAuthorization", "configMapName"] },
  { use: "auditPolicy", path: ["auditConfig", "auditPolicy", "configMapRef", "name"] },
];

function fileOf(sides: Sides, { use, path }: ServerFile): readonly ReferencedObject[] {
  const at = [...server, ...path];
  const name = stringAt(sides.new, ...at);
  if (!name || !(differs(sides, ...at) || differs(sides, "kubernetes", "version"))) return [];
  return [{ path: `spec.${at.join(".")}`, kind: "ConfigMap", name, use, label: "" }];
}

function kubeconfigsOfAuthorization(spec: ShootSpec): readonly ReferencedObject[] {
  const block = "structuredAuthorization";
  return listAt(spec, ...server, block, "kubeconfigs").flatMap((kubeconfig, index): readonly ReferencedObject[] => {
    const name = stringAt(kubeconfig, "secretName");
    const path = `${serverPath}.${block}.kubeconfigs[${index}].secretName`;
    return name === undefined ? [] : [{ path, kind: "Secret", name, use: "authorizationKubeconfig", label: "" }];
  });
}

/** Errors for objects a change refers to: they do not exist, or the user may not read them. */
export function findReferencedObjectErrors(sides: Sides, states: ReferencedObjectStates | undefined): FieldErrors {
  if (states === undefined || states.size === 0) return [];
  return newlyReferencedObjects(sides).flatMap((object): FieldErrors => {
    const { path, kind, name, use, label } = object;
    const state = states.get(referencedObjectKey(object));
    const facts = { kind, name, use, label };
    if (state === "missing") return [fieldError(path, "OBJECT_NOT_FOUND", facts)];
    // The API server only checks the user's read permission for `spec.resources`.
    return fieldErrorIf(state === "forbidden" && use === "resource", path, "OBJECT_NOT_READABLE", facts);
  });
}

/** Referred objects whose existence could not be determined for the user. */
export function objectsOfUnknownState(
  sides: Sides,
  states: ReferencedObjectStates | undefined,
): readonly ReferencedObject[] {
  const named = states === undefined ? [] : newlyReferencedObjects(sides);
  return named.filter((object) => {
    const state = states?.get(referencedObjectKey(object));
    return state === undefined || (state === "forbidden" && object.use !== "resource");
  });
}
