import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";

export type NamedKind = "ConfigMap" | "Secret";

/** The field of a Shoot that refers to an object of its namespace. */
export type ObjectUse =
  | "resource"
  | "dns"
  | "admissionPlugin"
  | "structuredAuthentication"
  | "structuredAuthorization"
  | "authorizationKubeconfig"
  | "auditPolicy";

/** An object of the Shoot's namespace that a changed spec refers to and the API server looks up. */
export interface NamedObject {
  readonly path: string;
  readonly kind: NamedKind;
  readonly name: string;
  readonly use: ObjectUse;
  /** The Shoot's label for it: the name of the resource or of the admission plugin. */
  readonly label: string;
}

/** Whether an object exists, as far as the user may know. */
export type ObjectState = "there" | "missing" | "forbidden";

/** States of objects by `objectKey`; missing entries were not looked up. */
export type ObjectStates = ReadonlyMap<string, ObjectState>;

export function objectKey({ kind, name }: Pick<NamedObject, "kind" | "name">): string {
  return `${kind}/${name}`;
}

interface Sides {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
}

/**
 * The ConfigMaps and Secrets the API server looks up for a change. Only references in changed parts of the spec are
 * looked up; files of the API server also when the Kubernetes version changes. Resources of other kinds are left out.
 * @source Gardener: plugin/pkg/global/resourcereferencemanager, ensureShootReferences; pkg/webhook/configvalidator
 */
export function newlyNamedObjects(sides: Sides): readonly NamedObject[] {
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

function resources(spec: ShootSpec): readonly NamedObject[] {
  return listAt(spec, "resources").flatMap((resource, index): readonly NamedObject[] => {
    const [version, kind, name] = ["apiVersion", "kind", "name"].map((one) => textAt(resource, "resourceRef", one));
    if (version !== "v1" || (kind !== "Secret" && kind !== "ConfigMap") || name === undefined) return [];
    const path = `spec.resources[${index}]`;
    return [{ path, kind, name, use: "resource", label: textAt(resource, "name") ?? "" }];
  });
}

function credentialsOfDns(spec: ShootSpec): readonly NamedObject[] {
  return listAt(spec, "dns", "providers").flatMap((provider, index): readonly NamedObject[] => {
    const reference = fieldAt(provider, "credentialsRef");
    const isSecret = textAt(reference, "apiVersion") === "v1" && textAt(reference, "kind") === "Secret";
    // The API server converts the older field `secretName` to a reference.
    const name = isSecret ? textAt(reference, "name") : reference == null ? textAt(provider, "secretName") : undefined;
    const path = `spec.dns.providers[${index}].credentialsRef`;
    return name === undefined ? [] : [{ path, kind: "Secret", name, use: "dns", label: "" }];
  });
}

function kubeconfigsOfPlugins(spec: ShootSpec): readonly NamedObject[] {
  return listAt(spec, ...server, "admissionPlugins").flatMap((plugin, index): readonly NamedObject[] => {
    const name = textAt(plugin, "kubeconfigSecretName");
    const path = `${serverPath}.admissionPlugins[${index}].kubeconfigSecretName`;
    const label = textAt(plugin, "name") ?? "";
    return name === undefined ? [] : [{ path, kind: "Secret", name, use: "admissionPlugin", label }];
  });
}

interface ServerFile {
  readonly use: ObjectUse;
  readonly path: readonly string[];
}

const files: readonly ServerFile[] = [
  { use: "structuredAuthentication", path: ["structuredAuthentication", "configMapName"] },
  { use: "structuredAuthorization", path: ["structuredAuthorization", "configMapName"] },
  { use: "auditPolicy", path: ["auditConfig", "auditPolicy", "configMapRef", "name"] },
];

function fileOf(sides: Sides, { use, path }: ServerFile): readonly NamedObject[] {
  const at = [...server, ...path];
  const name = textAt(sides.new, ...at);
  if (!name || !(differs(sides, ...at) || differs(sides, "kubernetes", "version"))) return [];
  return [{ path: `spec.${at.join(".")}`, kind: "ConfigMap", name, use, label: "" }];
}

function kubeconfigsOfAuthorization(spec: ShootSpec): readonly NamedObject[] {
  const block = "structuredAuthorization";
  return listAt(spec, ...server, block, "kubeconfigs").flatMap((kubeconfig, index): readonly NamedObject[] => {
    const name = textAt(kubeconfig, "secretName");
    const path = `${serverPath}.${block}.kubeconfigs[${index}].secretName`;
    return name === undefined ? [] : [{ path, kind: "Secret", name, use: "authorizationKubeconfig", label: "" }];
  });
}

/** Errors for objects a change refers to: they do not exist, or the user may not read them. */
export function admitObjects(sides: Sides, states: ObjectStates | undefined): FieldErrors {
  if (states === undefined || states.size === 0) return [];
  return newlyNamedObjects(sides).flatMap((object): FieldErrors => {
    const { path, kind, name, use, label } = object;
    const state = states.get(objectKey(object));
    const facts = { kind, name, use, label };
    if (state === "missing") return [fieldError(path, "OBJECT_NOT_FOUND", facts)];
    // The API server only checks the user's read permission for `spec.resources`.
    return fieldErrorIf(state === "forbidden" && use === "resource", path, "OBJECT_NOT_READABLE", facts);
  });
}

/** Referred objects whose existence could not be determined for the user. */
export function unknownObjects(sides: Sides, states: ObjectStates | undefined): readonly NamedObject[] {
  const named = states === undefined ? [] : newlyNamedObjects(sides);
  return named.filter((object) => {
    const state = states?.get(objectKey(object));
    return state === undefined || (state === "forbidden" && object.use !== "resource");
  });
}
