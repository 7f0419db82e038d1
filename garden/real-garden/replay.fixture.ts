import { readFileSync } from "node:fs";
import jsonPatch, { type Operation } from "fast-json-patch";
import type { RawClient, RawResponse } from "#garden/testing/raw-client.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { objectChangesBetween } from "./object-changes.fixture.ts";

/** A request with the response of Gardener's own API server. */
export interface RecordedCase {
  readonly case: string;
  /** The user whose token was sent. */
  readonly as: string;
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly body?: unknown;
  /** A JSON patch that creates the request body from the object as it was read. */
  readonly edit?: readonly Operation[];
  readonly send?: "object" | "spec";
  readonly answer: ReplayedResponse;
}

/** The compared parts of a response; missing parts are not compared. */
export interface ReplayedResponse {
  readonly code: number;
  readonly reason?: string;
  /** `reason field` of each cause in the response, in order. */
  readonly causes?: readonly string[];
  readonly warnings?: readonly string[];
  /** Changed values of the written object, by path. */
  readonly delta?: Readonly<Record<string, unknown>>;
  /** Difference of the object's generation before and after the write. */
  readonly generation?: number;
}

/** The requests sent to both gardens, in order. */
export function recordedCases(): readonly RecordedCase[] {
  const text = readFileSync(new URL("./answers.jsonl", import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line): RecordedCase => JSON.parse(line));
}

/** Sends a recorded request again. @returns the parts of the response that are compared */
export async function replayRequest(client: RawClient, recorded: RecordedCase): Promise<ReplayedResponse> {
  const { as, method, path, query, type } = recorded;
  const reads = method === "PUT" || method === "PATCH";
  const before = reads ? (await client.send({ path: path.replace(/\/binding$/, "") })).json : undefined;
  const answer = await client.send({
    as,
    method,
    path: query ? `${path}?${new URLSearchParams(query)}` : path,
    body: bodyOf(recorded, before),
    ...(type && { headers: { "content-type": type } }),
  });
  return { ...answerOf(answer), ...(answer.status === 200 && reads && changeOf(before, answer.json)) };
}

function bodyOf({ body, edit, send }: RecordedCase, before: unknown): string | object | undefined {
  if (typeof body === "string" || (typeof body === "object" && body !== null)) return body;
  if (edit === undefined) return undefined;
  const edited: unknown = jsonPatch.applyPatch(structuredClone(before), [...edit], false, true).newDocument;
  if (!isRecord(edited)) throw new Error("an object is edited");
  return send === "spec" ? { spec: edited.spec } : edited;
}

function answerOf({ status, json, headers }: RawResponse): ReplayedResponse {
  const warnings = [...String(headers.warning ?? "").matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) =>
    text.replaceAll(/\\(.)/g, "$1"),
  );
  const causes = listAt(json, "details", "causes").map(
    (cause) => `${stringAt(cause, "reason") ?? ""} ${stringAt(cause, "field") ?? ""}`,
  );
  return {
    code: status,
    ...(status >= 400 && { reason: stringAt(json, "reason") ?? "", causes }),
    // No warnings about due rotations, because the Shoots were new when the requests were recorded.
    warnings: warnings.filter((text) => !text.startsWith("consider rotating")),
  };
}

function changeOf(before: unknown, after: unknown): Partial<ReplayedResponse> {
  const generationOf = (object: unknown) => Number(fieldAt(object, "metadata", "generation") ?? 0);
  return { delta: objectChangesBetween(before, after), generation: generationOf(after) - generationOf(before) };
}

const kinds = ["code", "reason", "causes", "warnings", "delta", "generation"] as const;
export type DifferenceKind = (typeof kinds)[number];

/** The kinds of difference between two responses. The order of causes is ignored. */
export function responseDifferencesOf(recorded: ReplayedResponse, here: ReplayedResponse): readonly DifferenceKind[] {
  return kinds.filter((kind) => recorded[kind] !== undefined && canonical(recorded[kind]) !== canonical(here[kind]));
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify([...value].sort());
  if (isRecord(value)) return JSON.stringify(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
  return JSON.stringify(value) ?? "";
}
