import "server-only";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { badRequest, fieldErrorCause, invalidObjectError } from "../../errors/api-error.ts";
import type { AuthorizationDecision, PolicyRule, ResourceRequest } from "../../rbac/authorizer.ts";
import type { User } from "../../rbac/user.ts";
import type { AuthenticatedExchange } from "../exchange/exchange.ts";

/** Answers a review request with the review object and its computed status. @throws ApiError 400, 422 */
export async function answerReview(
  exchange: AuthenticatedExchange,
  kind: string,
  review: Readonly<Record<string, unknown>>,
): Promise<object> {
  return {
    ...review,
    metadata: { ...recordAt(review, "metadata"), creationTimestamp: null },
    status: await statusOf(exchange, kind, review),
  };
}

async function statusOf(
  exchange: AuthenticatedExchange,
  kind: string,
  review: Readonly<Record<string, unknown>>,
): Promise<object> {
  const { server, user } = exchange;
  switch (kind) {
    case "SelfSubjectAccessReview":
      return accessStatus(resultOf(exchange, user, review));
    case "SubjectAccessReview":
    case "LocalSubjectAccessReview":
      return accessStatus(resultOf(exchange, subjectOf(review), review));
    case "SelfSubjectRulesReview":
      return rulesStatus(server.authorizer.rulesFor(user, stringAt(review, "spec", "namespace") ?? ""));
    case "SelfSubjectReview":
      return { userInfo: userInfo(user) };
    case "TokenReview": {
      const found = await server.userOf(stringAt(review, "spec", "token") ?? "");
      return found === undefined ? { user: {} } : { authenticated: true, user: userInfo(found) };
    }
    default:
      throw badRequest(`${kind} is no review that this server answers`);
  }
}

function resultOf(
  { server }: AuthenticatedExchange,
  user: User,
  review: Readonly<Record<string, unknown>>,
): AuthorizationDecision {
  const resource = fieldAt(review, "spec", "resourceAttributes");
  const path = fieldAt(review, "spec", "nonResourceAttributes");
  if (resource != null && path == null) return server.authorizer.mayResource(user, toRequest(resource));
  if (path != null && resource == null) {
    return server.authorizer.mayPath(user, { verb: stringAt(path, "verb") ?? "", path: stringAt(path, "path") ?? "" });
  }
  const text = `${JSON.stringify(resource ?? null)}: exactly one of nonResourceAttributes or resourceAttributes must be specified`;
  // The API server's message names only the group of the resource.
  const nameless = { group: "authorization.k8s.io", version: "v1", plural: "", kind: "", namespaced: false };
  throw invalidObjectError(nameless, "", [fieldErrorCause("Invalid", "spec.resourceAttributes", text)]);
}

function toRequest(attributes: unknown): ResourceRequest {
  const given = (field: string) => stringAt(attributes, field) || undefined;
  return {
    verb: stringAt(attributes, "verb") ?? "",
    group: stringAt(attributes, "group") ?? "",
    resource: stringAt(attributes, "resource") ?? "",
    subresource: given("subresource"),
    namespace: given("namespace"),
    name: given("name"),
  };
}

function subjectOf(review: unknown): User {
  return {
    name: stringAt(review, "spec", "user") ?? "",
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
