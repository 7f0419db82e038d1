import { z } from "zod";
import type { ComparedResponse } from "./compare-requests.ts";
import type { RequestCase } from "./request-cases.ts";

const answerSchema = z.strictObject({
  code: z.number(),
  reason: z.optional(z.string()),
  causes: z.optional(z.array(z.string())),
  changes: z.optional(z.array(z.string())),
});

const fileSchema = z.strictObject({
  /** The release of Gardener that answered. */
  release: z.string(),
  /** The instant that the landscape was dated from. */
  at: z.string(),
  /** By area and case, each distinct answer with the clusters that it was given for. */
  answers: z.array(z.tuple([z.string(), z.string(), z.array(z.tuple([z.array(z.string()), answerSchema]))])),
});

/** What a real garden answered to our requests. */
export interface RecordedResponses {
  readonly release: string;
  readonly at: Date;
  /** The clusters that were asked about. */
  readonly clusters: ReadonlySet<string>;
  /** By area, case and cluster, as `keyOfCase` writes it. */
  readonly answers: ReadonlyMap<string, ComparedResponse>;
}

export interface RecordedRequestCase {
  readonly wanted: RequestCase;
  readonly real: ComparedResponse;
}

export function keyOfCase({ area, name, cluster }: Pick<RequestCase, "area" | "name" | "cluster">): string {
  return `${area}, ${name} @ ${cluster}`;
}

/** As JSON, a line for each case, so that what a new recording changes can be read. */
export function formatRecordedResponses(recorded: readonly RecordedRequestCase[], release: string, at: Date): string {
  const cases = Map.groupBy(recorded, ({ wanted: { area, name } }) => JSON.stringify([area, name]));
  const lines = [...cases.values()].map((members) => {
    const byAnswer = Map.groupBy(members, ({ real }) => JSON.stringify(real));
    const answers = [...byAnswer.values()].map((same) => [same.map(({ wanted }) => wanted.cluster), same[0]?.real]);
    return JSON.stringify([members[0]?.wanted.area, members[0]?.wanted.name, answers]);
  });
  return `{"release":${JSON.stringify(release)},"at":"${at.toISOString()}","answers":[\n${lines.join(",\n")}\n]}\n`;
}

/** @throws ZodError where the text is no recording */
export function parseRecordedResponses(text: string): RecordedResponses {
  const { release, at, answers } = fileSchema.parse(JSON.parse(text));
  const single = answers.flatMap(([area, name, distinct]) =>
    distinct.flatMap(([clusters, answer]) =>
      clusters.map((cluster) => [keyOfCase({ area, name, cluster }), answer] as const),
    ),
  );
  const clusters = answers.flatMap(([, , distinct]) => distinct.flatMap(([names]) => names));
  return { release, at: new Date(at), clusters: new Set(clusters), answers: new Map(single) };
}
