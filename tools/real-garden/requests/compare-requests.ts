import { z } from "zod";
import { isRecord } from "#lib/kube/wire.ts";
import { describeDifferences } from "../differences.ts";
import type { GardenAccess, GardenHttpResponse } from "../garden-access.ts";
import type { RequestCase } from "./request-cases.ts";

/** The parts of a response that must be the same in both gardens. */
export interface ComparedResponse {
  readonly code: number;
  readonly reason?: string | undefined;
  /** Causes as `<type> <field>`, sorted. */
  readonly causes?: readonly string[] | undefined;
  /** Changes by an accepted write, as `path: this → that`, sorted. */
  readonly changes?: readonly string[] | undefined;
}

export const comparedParts = ["verdict", "code", "reason", "causes", "object"] as const;

/** The parts of a response in the order of their comparison. The first one tells whether the request was accepted. */
export type ComparedPart = (typeof comparedParts)[number];

/** Access to one garden, with the token of each user. */
export interface ComparedGarden {
  readonly access: GardenAccess;
  readonly tokens: Readonly<Record<string, string>>;
}

const statusSchema = z.object({
  kind: z.literal("Status"),
  status: z.literal("Failure"),
  reason: z.optional(z.string()),
  details: z.nullish(
    z.object({
      causes: z.nullish(z.array(z.object({ reason: z.optional(z.string()), field: z.optional(z.string()) }))),
    }),
  ),
});

/** Sends a request to a garden and returns the compared parts of the response. */
export async function fetchComparedResponse(
  { access, tokens }: ComparedGarden,
  { person, request, object }: RequestCase,
): Promise<ComparedResponse> {
  const mine = access.as(tokens[person] ?? "");
  const before = object === undefined ? undefined : (await mine.send({ method: "GET", path: object })).body;
  return toComparedResponse(await mine.send(request), before);
}

/** @param before the object before the request, empty for a new one; undefined if its change is not compared */
export function toComparedResponse({ code, body }: GardenHttpResponse, before: unknown): ComparedResponse {
  const failed = statusSchema.safeParse(body);
  if (failed.success) {
    const { reason, details } = failed.data;
    const causes = (details?.causes ?? []).map((cause) => `${cause.reason ?? ""} ${cause.field ?? ""}`).sort();
    return { code, ...(reason !== undefined && { reason }), ...(causes.length > 0 && { causes }) };
  }
  if (before === undefined || !isRecord(body)) return { code };
  return { code, changes: changesBetween(before, body) };
}

/** The object without the fields that change with every write. */
function changesBetween(before: unknown, after: unknown): readonly string[] {
  const seen = (value: unknown) => {
    if (!isRecord(value)) return {};
    const { apiVersion: _version, kind: _kind, metadata, status: _status, ...fields } = value;
    const { labels, annotations, finalizers } = isRecord(metadata) ? metadata : {};
    return { metadata: { labels, annotations, finalizers }, ...fields };
  };
  return describeDifferences(seen(before), seen(after), "").toSorted();
}

/** The first part in which two responses differ; undefined if they are equal. */
export function firstDifference(one: ComparedResponse, other: ComparedResponse): ComparedPart | undefined {
  if (one.code < 300 !== other.code < 300) return "verdict";
  if (one.code !== other.code) return "code";
  if (one.reason !== other.reason) return "reason";
  if (String(one.causes ?? []) !== String(other.causes ?? [])) return "causes";
  if (String(one.changes ?? []) !== String(other.changes ?? [])) return "object";
  return undefined;
}

/** Known differences between the gardens, with explanations, by area and case. */
const explanations = [
  {
    ...{ part: "object", area: "maintenance", name: "no window" },
    why: "a window that is taken away becomes another one at a random hour",
  },
];

/** The explanation for a difference in this part of a response; undefined if it is unexpected. */
export function explanationOfDifference(
  { area, name }: RequestCase,
  part: ComparedPart | undefined,
): string | undefined {
  return explanations.find((each) => each.part === part && each.area === area && each.name === name)?.why;
}
