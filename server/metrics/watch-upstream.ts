import "server-only";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { performance } from "node:perf_hooks";
import { gardenQuestion } from "#server/garden/garden-question.ts";

export interface UpstreamAnswer {
  /** As Kubernetes names what is asked of it; of others by their method. */
  readonly verb: string;
  readonly resource: string;
  /** Scheme, host and port of whoever was asked. */
  readonly origin: string;
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
    const question = gardenQuestion(text(fieldOf(request, "method")), text(fieldOf(request, "path")));
    onAnswer({ ...question, origin: text(fieldOf(request, "origin")), code, seconds });
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

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
