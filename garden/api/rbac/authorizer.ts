import "server-only";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import type { ObjectStore } from "../store/store.ts";
import { mastersGroup, type User } from "./user.ts";

/** A request for a resource, as RBAC checks it. */
export interface ResourceRequest {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

interface NonResourceRequest {
  readonly verb: string;
  readonly path: string;
}

export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

export interface AuthorizationDecision {
  readonly allowed: boolean;
  readonly reason: string;
}

/** Authorizes users by the garden's RBAC objects, like the RBAC authorizer of kube-apiserver. */
export interface Authorizer {
  mayResource(user: User, request: ResourceRequest): AuthorizationDecision;
  mayPath(user: User, request: NonResourceRequest): AuthorizationDecision;
  /** The rules that apply to a user in a namespace, including the rules of ClusterRoleBindings. */
  rulesFor(user: User, namespace: string): readonly PolicyRule[];
}

/** An Authorizer that also returns the rules of roles and bindings. */
export interface RbacAuthorizer extends Authorizer {
  rulesOfRole(role: KubeObject): readonly PolicyRule[];
  /** The rules that a binding grants to its subjects; undefined if the role does not exist. */
  rulesOfBinding(binding: KubeObject): readonly PolicyRule[] | undefined;
}

export const rbacGroup = "rbac.authorization.k8s.io";

export function createAuthorizer(store: ObjectStore): RbacAuthorizer {
  const roles = store.collection(`roles.${rbacGroup}`);
  const roleBindings = store.collection(`rolebindings.${rbacGroup}`);
  const clusterRoles = store.collection(`clusterroles.${rbacGroup}`);
  const clusterRoleBindings = store.collection(`clusterrolebindings.${rbacGroup}`);

  function rulesOfBinding(binding: KubeObject, namespace: string | undefined): readonly PolicyRule[] {
    const role = roleOf(binding, namespace);
    return role === undefined ? [] : rulesOf(role);
  }

  /** Finds the role of a binding. A ClusterRoleBinding cannot refer to a Role, because Roles are namespaced. */
  function roleOf(binding: KubeObject, namespace: string | undefined): KubeObject | undefined {
    const name = stringAt(binding, "roleRef", "name") ?? "";
    switch (stringAt(binding, "roleRef", "kind")) {
      case "ClusterRole":
        return clusterRoles.get(undefined, name);
      case "Role":
        return namespace === undefined ? undefined : roles.get(namespace, name);
      default:
        return undefined;
    }
  }

  function* grants(user: User, namespace: string | undefined): Generator<Grant> {
    for (const binding of clusterRoleBindings.list()) {
      const subject = subjectFor(binding, user);
      if (subject === undefined) continue;
      for (const rule of rulesOfBinding(binding, undefined)) {
        yield { rule, source: { kind: "ClusterRoleBinding", binding, subject } };
      }
    }
    if (namespace === undefined) return;
    for (const binding of roleBindings.list(namespace)) {
      const subject = subjectFor(binding, user);
      if (subject === undefined) continue;
      for (const rule of rulesOfBinding(binding, namespace)) {
        yield { rule, source: { kind: "RoleBinding", binding, subject } };
      }
    }
  }

  function decide(
    user: User,
    namespace: string | undefined,
    covers: (rule: PolicyRule) => boolean,
  ): AuthorizationDecision {
    if (user.groups.includes(mastersGroup)) return { allowed: true, reason: "" };
    for (const { rule, source } of grants(user, namespace)) {
      if (covers(rule)) return { allowed: true, reason: `RBAC: allowed by ${describeSource(source)}` };
    }
    return { allowed: false, reason: "" };
  }

  return {
    mayResource: (user, request) => decide(user, request.namespace, (rule) => coversResource(rule, request)),
    mayPath: (user, request) => decide(user, undefined, (rule) => coversPath(rule, request)),
    rulesFor: (user, namespace) =>
      user.groups.includes(mastersGroup) ? allPermissionRules : [...grants(user, namespace)].map(({ rule }) => rule),
    rulesOfRole: rulesOf,
    rulesOfBinding(binding) {
      const role = roleOf(binding, binding.metadata.namespace);
      return role && rulesOf(role);
    },
  };
}

export const allPermissionRules: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"], resourceNames: [], nonResourceURLs: [] },
  { verbs: ["*"], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: ["*"] },
];

/** A binding, and its subject that is the user or a group of the user. */
interface GrantSource {
  readonly kind: string;
  readonly binding: KubeObject;
  readonly subject: unknown;
}

interface Grant {
  readonly rule: PolicyRule;
  readonly source: GrantSource;
}

/** @source Kubernetes: pkg/registry/rbac/validation/rule.go, clusterRoleBindingDescriber and roleBindingDescriber */
function describeSource({ kind, binding, subject }: GrantSource): string {
  const { name, namespace } = binding.metadata;
  const role = `${stringAt(binding, "roleRef", "kind")} ${JSON.stringify(stringAt(binding, "roleRef", "name"))}`;
  const bound = JSON.stringify(namespace === undefined ? name : `${name}/${namespace}`);
  return `${kind} ${bound} of ${role} to ${describeSubject(subject)}`;
}

function describeSubject(subject: unknown): string {
  const [kind, name] = [stringAt(subject, "kind"), stringAt(subject, "name") ?? ""];
  const full = kind === "ServiceAccount" ? `${name}/${stringAt(subject, "namespace") ?? ""}` : name;
  return `${kind} ${JSON.stringify(full)}`;
}

/** Rules of a role, cached per role object. The cache never becomes outdated, because stored objects are immutable. */
const rulesOf = memoizePerObject((role: KubeObject): readonly PolicyRule[] => listAt(role, "rules").map(toPolicyRule));

function toPolicyRule(rule: unknown): PolicyRule {
  const texts = (field: string) => listAt(rule, field).filter((item) => typeof item === "string");
  return {
    verbs: texts("verbs"),
    apiGroups: texts("apiGroups"),
    resources: texts("resources"),
    resourceNames: texts("resourceNames"),
    nonResourceURLs: texts("nonResourceURLs"),
  };
}

/** The first subject of a binding that is the user or a group of the user. */
function subjectFor(binding: KubeObject, user: User): unknown {
  return listAt(binding, "subjects").find((subject) => {
    const name = stringAt(subject, "name");
    switch (fieldAt(subject, "kind")) {
      case "User":
        return name === user.name;
      case "Group":
        return name !== undefined && user.groups.includes(name);
      case "ServiceAccount":
        return user.name === `system:serviceaccount:${stringAt(subject, "namespace") ?? ""}:${name ?? ""}`;
      default:
        return false;
    }
  });
}

function has(list: readonly string[], word: string): boolean {
  return list.includes("*") || list.includes(word);
}

function coversResource(rule: PolicyRule, request: ResourceRequest): boolean {
  return (
    has(rule.verbs, request.verb) &&
    has(rule.apiGroups, request.group) &&
    coversResourceName(rule.resources, request) &&
    (rule.resourceNames.length === 0 || (request.name !== undefined && rule.resourceNames.includes(request.name)))
  );
}

function coversResourceName(resources: readonly string[], { resource, subresource }: ResourceRequest): boolean {
  if (subresource === undefined) return has(resources, resource);
  return has(resources, `${resource}/${subresource}`) || resources.includes(`*/${subresource}`);
}

function coversPath({ verbs, nonResourceURLs }: PolicyRule, { verb, path }: NonResourceRequest): boolean {
  return (
    has(verbs, verb) &&
    nonResourceURLs.some(
      (url) => url === "*" || url === path || (url.endsWith("*") && path.startsWith(url.slice(0, -1))),
    )
  );
}
