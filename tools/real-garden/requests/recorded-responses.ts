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
  /** Gardener release of the recorded garden. */
  release: z.string(),
  /** Time to which the landscape is relative. */
  at: z.string(),
  /** By area and case: each distinct response, with the clusters that got it. */
  answers: z.array(z.tuple([z.string(), z.string(), z.array(z.tuple([z.array(z.string()), answerSchema]))])),
});

/** Responses of a real garden to test requests. */
export interface RecordedResponses {
  readonly release: string;
  readonly at: Date;
  /** The clusters to which requests were sent. */
  readonly clusters: ReadonlySet<string>;
  /** Responses by area, case and cluster; `keyOfCase` creates the key. */
  readonly answers: ReadonlyMap<string, ComparedResponse>;
}

export interface RecordedRequestCase {
  readonly wanted: RequestCase;
  readonly real: ComparedResponse;
}

export function keyOfCase({ area, name, cluster }: Pick<RequestCase, "area" | "name" | "cluster">): string {
  return `${area}, ${name} @ ${cluster}`;
}

/** Formats recorded responses as JSON with one line per case, so that changes of a new recording are readable. */
export function formatRecordedResponses(recorded: readonly RecordedRequestCase[], release: string, at: Date): string {
  const cases = Map.groupBy(recorded, ({ wanted: { area, name } }) => JSON.stringify([area, name]));
  const lines = [...cases.values()].map((members) => {
    const byAnswer = Map.groupBy(members, ({ real }) => JSON.stringify(real));
    const answers = [...byAnswer.values()].map((same) => [same.map(({ wanted }) => wanted.cluster), same[0]?.real]);
    return JSON.stringify([members[0]?.wanted.area, members[0]?.wanted.name, answers]);
  });
  return `{"release":${JSON.stringify(release)},"at":"${at.toISOString()}","answers":[\n${lines.join(",\n")}\n]}\n`;
}

/** Parses recorded responses. @throws ZodError if the text is not a recording */
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
