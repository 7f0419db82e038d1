import "server-only";
import type { IncomingMessage } from "node:http";
import { ApiError, unauthorized } from "../../errors/api-error.ts";
import type { Authorizer, ResourceRequest } from "../../rbac/authorizer.ts";
import type { User } from "../../rbac/user.ts";
import type { GardenServer } from "./exchange.ts";
import type { ResourceRequestInfo } from "./parse-request-info.ts";

/** Returns the owner of a request's token, or the user whom the owner impersonates. @throws ApiError 401, 403 */
export async function authenticate({ userOf, authorizer }: GardenServer, request: IncomingMessage): Promise<User> {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const user = token === undefined ? undefined : await userOf(token);
  if (user === undefined) throw unauthorized();
  return impersonated(user, request, authorizer);
}

function impersonated(user: User, request: IncomingMessage, authorizer: Authorizer): User {
  const name = headerText(request, "impersonate-user");
  const groups = request.headersDistinct["impersonate-group"] ?? [];
  if (name === undefined) {
    if (groups.length > 0) throw new ApiError(400, "BadRequest", "impersonating groups needs a user");
    return user;
  }
  for (const [resource, wanted] of [["users", name], ...groups.map((group) => ["groups", group])]) {
    const asked: ResourceRequest = { verb: "impersonate", group: "", resource: resource ?? "", name: wanted };
    if (!authorizer.mayResource(user, asked).allowed) throw forbiddenTo(user, asked);
  }
  return { name, groups: [...groups, "system:authenticated"] };
}

function headerText(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Authorizes a request for a resource, or throws 403. @throws ApiError 403 */
export function authorizeResource({ authorizer }: GardenServer, user: User, asked: ResourceRequest): void {
  if (!authorizer.mayResource(user, asked).allowed) throw forbiddenTo(user, asked);
}

/** Authorizes a request for a non-resource path, or throws 403. @throws ApiError 403 */
export function authorizePath({ authorizer }: GardenServer, user: User, path: string, verb: string): void {
  if (authorizer.mayPath(user, { verb, path }).allowed) return;
  throw new ApiError(
    403,
    "Forbidden",
    `forbidden: User ${JSON.stringify(user.name)} cannot ${verb} path ${JSON.stringify(path)}`,
    { details: {} },
  );
}

function forbiddenTo(user: User, { verb, group, resource, subresource, namespace, name }: ResourceRequest): ApiError {
  const qualified = group === "" ? resource : `${resource}.${group}`;
  const object = name === undefined ? "" : ` ${JSON.stringify(name)}`;
  const what = subresource === undefined ? resource : `${resource}/${subresource}`;
  const where = namespace === undefined ? "at the cluster scope" : `in the namespace ${JSON.stringify(namespace)}`;
  const message = `${qualified}${object} is forbidden: User ${JSON.stringify(user.name)} cannot ${verb} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}`;
  return new ApiError(403, "Forbidden", message, {
    details: { ...(name === undefined ? {} : { name }), ...(group === "" ? {} : { group }), kind: resource },
  });
}

/** The attributes of a request that RBAC checks. A request for one namespace is authorized inside that namespace. */
export function resourceRequestOf(
  { definition, namespace, name, subresource }: ResourceRequestInfo,
  verb: string,
): ResourceRequest {
  const { group, plural } = definition.resource;
  const within = plural === "namespaces" && group === "" ? name : namespace;
  return { verb, group, resource: plural, subresource, namespace: within, name };
}
