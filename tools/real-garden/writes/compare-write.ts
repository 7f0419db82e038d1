import { stringAt } from "#lib/kube/field.ts";
import { describeGardenRejection, type GardenHttpResponse } from "../garden-access.ts";
import {
  type ComparedGarden,
  type ComparedResponse,
  firstDifference,
  toComparedResponse,
} from "../requests/compare-requests.ts";

/** A random write to a garden. */
export interface RandomWrite {
  /** What it is about; results are counted by it. */
  readonly area: string;
  readonly method: "POST" | "PATCH" | "DELETE";
  /** Name of a demo user. */
  readonly person: string;
  /** URL path of the object, or of the collection that gets a new one. */
  readonly path: string;
  /** The new object, or the merge patch of an existing one; undefined for a deletion. */
  readonly body: unknown;
}

/** A difference between the gardens, or between Almanac and the real one. */
export interface WriteDifference {
  /** The same for equal differences. */
  readonly kind: string;
  readonly embedded: string;
  readonly real: string;
  /** What Almanac says; undefined where it has no rule. */
  readonly almanac?: string | undefined;
}

export interface WriteComparison {
  readonly isAccepted: boolean;
  /** Whether Almanac has rules for such a write. */
  readonly isJudged: boolean;
  readonly difference: WriteDifference | undefined;
}

export interface WriteAnswer {
  readonly response: GardenHttpResponse;
  readonly compared: ComparedResponse;
  /** The answer as a person reads it. */
  readonly text: string;
}

/** What Almanac says about a write before it is sent. */
export interface WriteOpinion {
  readonly told: string;
  /** How the real garden's answer differs from it; undefined if it does not. */
  differenceFrom(answer: WriteAnswer): Promise<string | undefined> | string | undefined;
}

/** Almanac's opinion about a write of an object as it is before; undefined where Almanac has no rules. */
export type WriteJudge<Write extends RandomWrite> = (
  wanted: Write,
  before: unknown,
) => Promise<WriteOpinion | undefined> | WriteOpinion | undefined;

export interface WriteComparer<Write extends RandomWrite> {
  /** Tries a write in both gardens, as a dry run. */
  compare(wanted: Write): Promise<WriteComparison>;
}

export function createWriteComparer<Write extends RandomWrite>(
  embedded: ComparedGarden,
  real: ComparedGarden,
  opinionOf: WriteJudge<Write>,
): WriteComparer<Write> {
  return {
    async compare(wanted) {
      const before = await readBefore(real, wanted);
      const opinion = await opinionOf(wanted, before);
      const [here, there] = await Promise.all([
        ask(embedded, wanted, await readBefore(embedded, wanted)),
        ask(real, wanted, before),
      ]);
      const part = firstDifference(here.compared, there.compared) ?? messageDifference(here, there);
      const kind =
        part === undefined
          ? await opinion?.differenceFrom(there)
          : `${wanted.area}, ${part}: ${summaryOf(here, part)} | ${summaryOf(there, part)}`;
      const difference = kind && { kind, embedded: here.text, real: there.text, almanac: opinion?.told };
      return {
        isAccepted: there.compared.code < 300,
        isJudged: opinion !== undefined,
        difference: difference || undefined,
      };
    },
  };
}

async function readBefore({ access }: ComparedGarden, { method, path }: RandomWrite): Promise<unknown> {
  if (method !== "PATCH") return undefined;
  return (await access.send({ method: "GET", path })).body;
}

async function ask({ access, tokens }: ComparedGarden, wanted: RandomWrite, before: unknown): Promise<WriteAnswer> {
  const { method, person, path, body } = wanted;
  const request = { method, path: `${path}?dryRun=All`, ...(body !== undefined && { body }) };
  const response = await access.as(tokens[person] ?? "").send(request);
  const compared = toComparedResponse(response, method === "DELETE" ? undefined : (before ?? {}));
  const text =
    response.code < 300 ? `${response.code} ${compared.changes?.join("; ") ?? ""}` : describeGardenRejection(response);
  const hasRandomName = method === "POST" && stringAt(body, "metadata", "name") === "";
  return { response, compared, text: hasRandomName ? text.replace(/ "[^"]*" is forbidden/, ' "" is forbidden') : text };
}

/** What admission refuses has no causes: there the message tells the rule. */
function messageDifference(here: WriteAnswer, there: WriteAnswer): "message" | undefined {
  return there.compared.code === 403 && here.text !== there.text ? "message" : undefined;
}

function summaryOf({ compared, text }: WriteAnswer, part: string): string {
  const told = part === "message" ? text : part === "object" ? String(compared.changes) : undefined;
  const { code, reason = "", causes = [] } = compared;
  return withoutNumbers(told ?? `${code} ${reason} ${causes.join(", ")}`).slice(0, 160);
}

/** Differences that are equal but for a number are of one kind. */
export function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+/g, "0");
}
