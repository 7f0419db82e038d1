import "server-only";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import { badRequest, fieldCause, invalid } from "../../errors/api-error.ts";
import type { AuthorizationDecision, PolicyRule, ResourceRequest } from "../../rbac/authorizer.ts";
import type { User } from "../../rbac/user.ts";
import type { Exchange } from "../exchange/exchange.ts";

/** Answers a review with the object that was sent and its status. @throws ApiError 400, 422 */
export async function reviewWithStatus(
  exchange: Exchange,
  kind: string,
  review: Readonly<Record<string, unknown>>,
): Promise<object> {
  return {
    ...review,
    metadata: { ...recordAt(review, "metadata"), creationTimestamp: null },
    status: await statusOf(exchange, kind, review),
  };
}

async function statusOf(exchange: Exchange, kind: string, review: Readonly<Record<string, unknown>>): Promise<object> {
  const { server, user } = exchange;
  switch (kind) {
    case "SelfSubjectAccessReview":
      return accessStatus(resultOf(exchange, user, review));
    case "SubjectAccessReview":
    case "LocalSubjectAccessReview":
      return accessStatus(resultOf(exchange, subjectOf(review), review));
    case "SelfSubjectRulesReview":
      return rulesStatus(server.authorizer.rulesFor(user, textAt(review, "spec", "namespace") ?? ""));
    case "SelfSubjectReview":
      return { userInfo: userInfo(user) };
    case "TokenReview": {
      const found = await server.userOf(textAt(review, "spec", "token") ?? "");
      return found === undefined ? { user: {} } : { authenticated: true, user: userInfo(found) };
    }
    default:
      throw badRequest(`${kind} is no review that this server answers`);
  }
}

function resultOf({ server }: Exchange, user: User, review: Readonly<Record<string, unknown>>): AuthorizationDecision {
  const resource = fieldAt(review, "spec", "resourceAttributes");
  const path = fieldAt(review, "spec", "nonResourceAttributes");
  if (resource != null && path == null) return server.authorizer.mayResource(user, toRequest(resource));
  if (path != null && resource == null) {
    return server.authorizer.mayPath(user, { verb: textAt(path, "verb") ?? "", path: textAt(path, "path") ?? "" });
  }
  const text = `${JSON.stringify(resource ?? null)}: exactly one of nonResourceAttributes or resourceAttributes must be specified`;
  // The API server names only the group here.
  const nameless = { group: "authorization.k8s.io", version: "v1", plural: "", kind: "", namespaced: false };
  throw invalid(nameless, "", [fieldCause("Invalid", "spec.resourceAttributes", text)]);
}

function toRequest(attributes: unknown): ResourceRequest {
  const given = (field: string) => textAt(attributes, field) || undefined;
  return {
    verb: textAt(attributes, "verb") ?? "",
    group: textAt(attributes, "group") ?? "",
    resource: textAt(attributes, "resource") ?? "",
    subresource: given("subresource"),
    namespace: given("namespace"),
    name: given("name"),
  };
}

function subjectOf(review: unknown): User {
  return {
    name: textAt(review, "spec", "user") ?? "",
    groups: listAt(review, "spec", "groups").filter((group) => typeof group === "string"),
  };
}

function accessStatus({ allowed, reason }: AuthorizationDecision): object {
  return reason === "" ? { allowed } : { allowed, reason };
}

function rulesStatus(rules: readonly PolicyRule[]): object {
  const resourceRules = rules
    .filter(({ resources }) => resources.length > 0)
    .map(({ verbs, apiGroups, resources, resourceNames }) => ({
      verbs,
      apiGroups,
      resources,
      ...(resourceNames.length === 0 ? {} : { resourceNames }),
    }));
  const nonResourceRules = rules
    .filter(({ nonResourceURLs }) => nonResourceURLs.length > 0)
    .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs }));
  return { resourceRules, nonResourceRules, incomplete: false };
}

function userInfo({ name, uid, groups }: User): object {
  return { username: name, ...(uid === undefined ? {} : { uid }), groups };
}

function recordAt(value: unknown, field: string): object {
  const found = fieldAt(value, field);
  return typeof found === "object" && found !== null ? found : {};
}
