import "server-only";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { performance } from "node:perf_hooks";

export interface UpstreamAnswer {
  /** As Kubernetes names what is asked of it; of others by their method. */
  readonly verb: string;
  readonly resource: string;
  readonly code: string;
  readonly seconds: number;
}

/** Hears of every answer that undici gets in this process, whichever copy of a module asked. */
export function watchUpstream(onAnswer: (answer: UpstreamAnswer) => void): () => void {
  const startedAt = new WeakMap<object, number>();
  const onCreate = (message: unknown) => {
    const request = fieldOf(message, "request");
    if (typeof request === "object" && request !== null) startedAt.set(request, performance.now());
  };
  const onEnd = (code: string, request: unknown) => {
    if (typeof request !== "object" || request === null) return;
    const at = startedAt.get(request);
    if (at === undefined) return;
    startedAt.delete(request);
    const seconds = (performance.now() - at) / 1000;
    onAnswer({ ...questionOf(request), code, seconds });
  };
  const onHeaders = (message: unknown) =>
    onEnd(String(fieldOf(fieldOf(message, "response"), "statusCode")), fieldOf(message, "request"));
  const onError = (message: unknown) => onEnd("none", fieldOf(message, "request"));
  subscribe("undici:request:create", onCreate);
  subscribe("undici:request:headers", onHeaders);
  subscribe("undici:request:error", onError);
  return () => {
    unsubscribe("undici:request:create", onCreate);
    unsubscribe("undici:request:headers", onHeaders);
    unsubscribe("undici:request:error", onError);
  };
}

const verbs: Readonly<Record<string, string>> = { POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" };

/** `list` of `shoots` for any path below the Kubernetes API; `other` for what is none. Never a name or a namespace. */
function questionOf(request: unknown): Pick<UpstreamAnswer, "verb" | "resource"> {
  const method = text(fieldOf(request, "method"));
  const [pathname = "", query = ""] = text(fieldOf(request, "path")).split("?", 2);
  const match = /^(?:\/api\/v1|\/apis\/[\w.-]+\/\w+)(?:\/namespaces\/[^/]+(?=\/))?\/([a-z]+)(\/)?/.exec(
    pathname.slice(Math.max(0, pathname.search(/\/apis?\//))),
  );
  if (match === null) return { verb: verbs[method] ?? "get", resource: "other" };
  const [, resource = "", name] = match;
  const isWatch = new URLSearchParams(query).get("watch") === "true";
  const reading = name === undefined ? "list" : "get";
  return { verb: verbs[method] ?? (isWatch ? "watch" : reading), resource };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
