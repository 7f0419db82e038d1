import "server-only";
import type { KubeStatus, KubeStatusCause, KubeStatusDetails } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";

/** An error response of the API server: an HTTP status code and a metav1.Status. An empty `reason` is omitted. */
export class ApiError extends Error {
  readonly status: KubeStatus & { readonly code: number };
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: number,
    reason: string,
    message: string,
    extra: { readonly details?: KubeStatusDetails; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.headers = extra.headers ?? {};
    this.status = {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message,
      ...(reason === "" ? {} : { reason }),
      ...(extra.details === undefined ? {} : { details: extra.details }),
      code,
    };
  }
}

const fieldErrors = {
  NotSupported: "Unsupported value",
  Forbidden: "Forbidden",
  Invalid: "Invalid value",
  Required: "Required value",
  Duplicate: "Duplicate value",
  TooLong: "Too long",
  TooMany: "Too many",
} as const;

/** One cause of a 422 response, with the message format of Kubernetes field errors. */
export function fieldErrorCause(type: keyof typeof fieldErrors, field: string, text?: string): KubeStatusCause {
  const message = text === undefined ? fieldErrors[type] : `${fieldErrors[type]}: ${text}`;
  return { reason: `FieldValue${type}`, field, message };
}

function detailsOf(resource: KubeResource, name: string): KubeStatusDetails {
  return { name, ...(resource.group === "" ? {} : { group: resource.group }), kind: resource.plural };
}

function qualified({ plural, group }: KubeResource): string {
  return group === "" ? plural : `${plural}.${group}`;
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, "BadRequest", message);
}

export function unauthorized(): ApiError {
  return new ApiError(401, "Unauthorized", "Unauthorized");
}

export function forbiddenError(resource: KubeResource, name: string, message: string): ApiError {
  const text = `${qualified(resource)} ${JSON.stringify(name)} is forbidden: ${message}`;
  return new ApiError(403, "Forbidden", text, { details: detailsOf(resource, name) });
}

export function notFound(resource: KubeResource, name: string): ApiError {
  const text = `${qualified(resource)} ${JSON.stringify(name)} not found`;
  return new ApiError(404, "NotFound", text, { details: detailsOf(resource, name) });
}

export function noSuchPath(): ApiError {
  return new ApiError(404, "NotFound", "the server could not find the requested resource", { details: {} });
}

export function methodNotAllowed(): ApiError {
  const text = "the server does not allow this method on the requested resource";
  return new ApiError(405, "MethodNotAllowed", text, { details: {} });
}

export function notAcceptable(accepted: string): ApiError {
  return new ApiError(406, "NotAcceptable", `only the following media types are accepted: ${accepted}`);
}

export function alreadyExists(resource: KubeResource, name: string): ApiError {
  const text = `${qualified(resource)} ${JSON.stringify(name)} already exists`;
  return new ApiError(409, "AlreadyExists", text, { details: detailsOf(resource, name) });
}

export function conflict(resource: KubeResource, name: string, message?: string): ApiError {
  const why = message ?? "the object has been modified; please apply your changes to the latest version and try again";
  const text = `Operation cannot be fulfilled on ${qualified(resource)} ${JSON.stringify(name)}: ${why}`;
  return new ApiError(409, "Conflict", text, { details: detailsOf(resource, name) });
}

export function expiredError(message: string): ApiError {
  return new ApiError(410, "Expired", message);
}

export function tooLargeError(message: string): ApiError {
  return new ApiError(413, "RequestEntityTooLarge", message);
}

export function unsupportedMediaType(message: string): ApiError {
  return new ApiError(415, "UnsupportedMediaType", message);
}

/** 422 response with one cause per invalid field; the message lists the causes in the API server's format. */
export function invalidObjectError(resource: KubeResource, name: string, causes: readonly KubeStatusCause[]): ApiError {
  const listed = causes.map(({ field = "", message = "" }) => (field === "" ? message : `${field}: ${message}`));
  const text = listed.length === 1 ? listed[0] : `[${listed.join(", ")}]`;
  const kind = resource.group === "" ? resource.kind : `${resource.kind}.${resource.group}`;
  return new ApiError(422, "Invalid", `${kind} ${JSON.stringify(name)} is invalid: ${text}`, {
    details: { ...detailsOf(resource, name), kind: resource.kind, causes },
  });
}

/** 422 response for a patch that does not fit the object. The message names no field. */
export function unprocessablePatchError(): ApiError {
  return new ApiError(422, "Invalid", "the server rejected our request due to an error in our request");
}

/** 422 for an object that does not decode after the patch. The message quotes the patched object, then the reason. */
export function undecodablePatch(patched: unknown, why: string): ApiError {
  const cause = fieldErrorCause("Invalid", "patch", `${JSON.stringify(JSON.stringify(patched))}: ${why}`);
  return new ApiError(422, "Invalid", ` "" is invalid: patch: ${cause.message}`, { details: { causes: [cause] } });
}

/** 500 response with the bare error message and no `reason`, as the API server sends errors that it does not wrap. */
export function unwrappedServerError(message: string): ApiError {
  return new ApiError(500, "", message);
}

/** 500 response (InternalError) as for errors that the API server wraps; its only cause repeats the message. */
export function internalError(message: string): ApiError {
  const details = { causes: [{ message }] };
  return new ApiError(500, "InternalError", `Internal error occurred: ${message}`, { details });
}

/** 504 response to a read at a resourceVersion that is newer than the server's latest one. */
export function tooLargeResourceVersion(asked: string, current: string): ApiError {
  return new ApiError(504, "Timeout", `Timeout: Too large resource version: ${asked}, current: ${current}`, {
    details: {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      retryAfterSeconds: 1,
    },
    headers: { "retry-after": "1" },
  });
}

/** Formats several error messages like Go's multierror package. */
export function formatGoErrorList(messages: readonly string[]): string {
  const what = messages.length > 1 ? "errors" : "error";
  return `${messages.length} ${what} occurred:\n${messages.map((message) => `\t* ${message}\n`).join("")}\n`;
}
