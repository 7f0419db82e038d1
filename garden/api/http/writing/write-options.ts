import "server-only";
import type { KubeStatusCause } from "#lib/kube/object.ts";
import { updateTracker } from "../../apply/field-tracker.ts";
import { fieldCause, invalid } from "../../errors/api-error.ts";
import type { WriteOptions } from "../../registry/object-writer.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { ResourceRequestInfo } from "../exchange/request-info.ts";

/** Reads the options of a write from the query. @throws ApiError 422 */
export function writeOptions(exchange: Exchange, { definition, subresource }: ResourceRequestInfo): WriteOptions {
  const { server, user, warnings } = exchange;
  const now = server.clock.now();
  const manager = fieldManagerOf(exchange);
  return {
    context: { user, now, warn: (text) => warnings.push(text) },
    dryRun: isDryRun(exchange),
    track: updateTracker({ definition, manager, subresource, now }),
    ...(subresource === "status" ? { subresource } : {}),
  };
}

export function isDryRun({ query, request }: Exchange): boolean {
  const values = query.getAll("dryRun").filter((value) => value !== "");
  if (values.every((value) => value === "All")) return values.length > 0;
  const text = `${JSON.stringify(values)}: supported values: "All"`;
  throw invalidOptionError(request.method, fieldCause("NotSupported", "dryRun", text));
}

/** Whether an apply is allowed to take fields from other managers. Any value except false and 0 means yes. */
export function isForced({ query }: Exchange): boolean {
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
export function fieldManagerOf({ query, request }: Exchange): string {
  const given = query.get("fieldManager") ?? "";
  if (given.length > longestManager) {
    const text = `may not be more than ${longestManager} bytes`;
    throw invalidOptionError(request.method, fieldCause("TooLong", "fieldManager", text));
  }
  const wrong = unprintable.exec(given);
  if (wrong !== null) {
    const text = `${JSON.stringify(given)}: invalid character ${JSON.stringify(wrong[0])} (at position ${wrong.index})`;
    throw invalidOptionError(request.method, fieldCause("Invalid", "fieldManager", text));
  }
  return given || agentName(request.headers["user-agent"]) || "unknown";
}

/** Validates the options that only PATCH has. @throws ApiError 422 */
export function checkPatchOptions({ query, request }: Exchange, isApply: boolean): void {
  if (!isApply && query.has("force")) {
    throw invalidOptionError(
      request.method,
      fieldCause("Forbidden", "force", "may not be specified for non-apply patch"),
    );
  }
  if (isApply && !query.get("fieldManager")) {
    throw invalidOptionError(request.method, fieldCause("Required", "fieldManager", "is required for apply patch"));
  }
}

function agentName(agent: string | undefined): string {
  const [name = ""] = (agent ?? "").split("/");
  return [...name]
    .filter((character) => !unprintable.test(character))
    .join("")
    .slice(0, longestManager);
}

/** 422 for an invalid query option; it names the options kind of the method. */
export function invalidOptionError(method: string | undefined, cause: KubeStatusCause): Error {
  const kind = optionsKinds[method ?? ""] ?? "PatchOptions";
  const resource = { group: "meta.k8s.io", version: "v1", plural: kind.toLowerCase(), kind, namespaced: false };
  return invalid(resource, "", [cause]);
}

const optionsKinds: Readonly<Record<string, string>> = {
  POST: "CreateOptions",
  PUT: "UpdateOptions",
  DELETE: "DeleteOptions",
};
