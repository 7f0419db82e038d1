import "server-only";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { performance } from "node:perf_hooks";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { gardenRequestLabel } from "#server/garden/garden-request-label.ts";

export interface UpstreamResponse {
  /** Kubernetes verb of the request; for servers that are no Kubernetes API the HTTP method. */
  readonly verb: string;
  readonly resource: string;
  /** Scheme, host and port of the server. */
  readonly origin: string;
  readonly code: string;
  readonly seconds: number;
}

/** Calls `onAnswer` for every response to an outgoing request of this process that undici receives. */
export function observeUpstreamResponses(onAnswer: (answer: UpstreamResponse) => void): () => void {
  const startedAt = new WeakMap<object, number>();
  const onCreate = (message: unknown) => {
    const request = fieldAt(message, "request");
    if (typeof request === "object" && request !== null) startedAt.set(request, performance.now());
  };
  const onEnd = (code: string, message: unknown) => {
    const request = fieldAt(message, "request");
    if (typeof request !== "object" || request === null) return;
    const at = startedAt.get(request);
    if (at === undefined) return;
    startedAt.delete(request);
    const seconds = (performance.now() - at) / 1000;
    const [method = "", path = "", origin = ""] = ["method", "path", "origin"].map((field) => stringAt(request, field));
    onAnswer({ ...gardenRequestLabel(method, path), origin, code, seconds });
  };
  const onHeaders = (message: unknown) => onEnd(String(fieldAt(message, "response", "statusCode")), message);
  const onError = (message: unknown) => onEnd("none", message);
  subscribe("undici:request:create", onCreate);
  subscribe("undici:request:headers", onHeaders);
  subscribe("undici:request:error", onError);
  return () => {
    unsubscribe("undici:request:create", onCreate);
    unsubscribe("undici:request:headers", onHeaders);
    unsubscribe("undici:request:error", onError);
  };
}
