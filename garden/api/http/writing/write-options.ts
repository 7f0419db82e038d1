import "server-only";
import type { KubeStatusCause } from "#lib/kube/object.ts";
import { createUpdateTracker } from "../../apply/field-tracker.ts";
import { fieldErrorCause, invalidObjectError } from "../../errors/api-error.ts";
import type { WriteOptions } from "../../registry/object-writer.ts";
import { isWritableSubresource } from "../../registry/resource-definition.ts";
import type { AuthenticatedExchange } from "../exchange/exchange.ts";
import type { ResourceRequestInfo } from "../exchange/parse-request-info.ts";

/** Reads the options of a write from the query. @throws ApiError 422 */
export function writeOptions(
  exchange: AuthenticatedExchange,
  { definition, subresource }: ResourceRequestInfo,
): WriteOptions {
  const { server, user, warnings } = exchange;
  const now = server.clock.now();
  const manager = fieldManagerOf(exchange);
  return {
    context: { user, now, warn: (text) => warnings.push(text) },
    dryRun: isDryRun(exchange),
    track: createUpdateTracker({ definition, manager, subresource, now }),
    ...(isWritableSubresource(subresource) ? { subresource } : {}),
  };
}

export function isDryRun({ query, request }: AuthenticatedExchange): boolean {
  const values = query.getAll("dryRun").filter((value) => value !== "");
  if (values.every((value) => value === "All")) return values.length > 0;
  const text = `${JSON.stringify(values)}: supported values: "All"`;
  throw invalidOptionError(request.method, fieldErrorCause("NotSupported", "dryRun", text));
}

/** Whether an apply request takes fields from other managers: any `force` value except false and 0 counts. */
export function isForced({ query }: AuthenticatedExchange): boolean {
  const given = query.get("force");
  return given !== null && !/^(false|0)$/i.test(given);
}

const longestManager = 128;
/** Matches any character other than letters, marks, digits, punctuation, symbols and the space. */
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

/**
 * The field manager of a request: its `fieldManager`, otherwise the first word of its User-Agent.
 * @source Kubernetes: apimachinery apis/meta/v1/validation, ValidateFieldManager
 */
export function fieldManagerOf({ query, request }: AuthenticatedExchange): string {
  const given = query.get("fieldManager") ?? "";
  if (given.length > longestManager) {
    const text = `may not be more than ${longestManager} bytes`;
    throw invalidOptionError(request.method, fieldErrorCause("TooLong", "fieldManager", text));
  }
  const wrong = unprintable.exec(given);
  if (wrong !== null) {
    const text = `${JSON.stringify(given)}: invalid character ${JSON.stringify(wrong[0])} (at position ${wrong.index})`;
    throw invalidOptionError(request.method, fieldErrorCause("Invalid", "fieldManager", text));
  }
  return given || agentName(request.headers["user-agent"]) || "unknown";
}

/** Validates the query options that only PATCH supports. @throws ApiError 422 */
export function checkPatchOptions({ query, request }: AuthenticatedExchange, isApply: boolean): void {
  if (!isApply && query.has("force")) {
    throw invalidOptionError(
      request.method,
      fieldErrorCause("Forbidden", "force", "may not be specified for non-apply patch"),
    );
  }
  if (isApply && !query.get("fieldManager")) {
    throw invalidOptionError(
      request.method,
      fieldErrorCause("Required", "fieldManager", "is required for apply patch"),
    );
  }
}

function agentName(agent: string | undefined): string {
  const [name = ""] = (agent ?? "").split("/");
  return [...name]
    .filter((character) => !unprintable.test(character))
    .join("")
    .slice(0, longestManager);
}

/** 422 response for an invalid query option. Its message names the method's options type, such as PatchOptions. */
export function invalidOptionError(method: string | undefined, cause: KubeStatusCause): Error {
  const kind = optionsKinds[method ?? ""] ?? "PatchOptions";
  const resource = { group: "meta.k8s.io", version: "v1", plural: kind.toLowerCase(), kind, namespaced: false };
  return invalidObjectError(resource, "", [cause]);
}

const optionsKinds: Readonly<Record<string, string>> = {
  POST: "CreateOptions",
  PUT: "UpdateOptions",
  DELETE: "DeleteOptions",
};
