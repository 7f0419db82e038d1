import { writeFile } from "node:fs/promises";
import type { Shoot } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { listGardenObjects } from "../garden-objects.ts";
import type { RealGarden } from "../start-real-garden.ts";
import { type EmbeddedComparedGarden, startEmbeddedComparedGarden } from "./ask-embedded-garden.ts";
import {
  type ComparedGarden,
  type ComparedPart,
  type ComparedResponse,
  comparedParts,
  explanationOfDifference,
  fetchComparedResponse,
  firstDifference,
} from "./compare-requests.ts";
import { formatRecordedResponses } from "./recorded-responses.ts";
import { type RequestCase, shootPathOf } from "./request-cases.ts";

interface RequestOptions {
  /** File for the responses of the real garden. */
  readonly answersFile?: string | undefined;
  /** Time to which both landscapes are relative. */
  readonly now: Date;
  readonly say: (line: string) => void;
}

/** Names of the requested Shoots; they have many or few pools, are hibernated, workerless or highly available. */
const shootsAsked = 8;

interface Compared {
  readonly wanted: RequestCase;
  readonly embedded: ComparedResponse;
  readonly real: ComparedResponse;
  readonly part: ComparedPart | undefined;
  /** Explanation for the difference, if it is expected. */
  readonly why: string | undefined;
}

/**
 * Sends the same requests to the embedded garden and to the real one, both with the demo landscape, and prints the
 * differences.
 * @returns whether there are no differences
 */
export async function runRequests(garden: RealGarden, options: RequestOptions): Promise<boolean> {
  const { answersFile, now, say } = options;
  const embedded = await startEmbeddedComparedGarden(now);
  try {
    const cases = await casesFor(embedded, garden);
    const results = await compareAll(cases, embedded, { access: garden.admin, tokens: garden.tokens });
    report(results, say);
    if (answersFile !== undefined)
      await writeFile(answersFile, formatRecordedResponses(results, garden.release.version, now));
    return results.length > 0 && results.every(isAgreed);
  } finally {
    await embedded.stop();
  }
}

function isAgreed({ part, why }: Compared): boolean {
  return part === undefined || why !== undefined;
}

/** Compares only Shoots equal in both gardens, since gardener-controller-manager changes some in the real one. */
async function casesFor(
  { shoots, casesOf }: EmbeddedComparedGarden,
  { admin }: RealGarden,
): Promise<readonly RequestCase[]> {
  const there = new Map(
    (await listGardenObjects<Shoot>(admin, "shoots")).map((shoot) => [shootPathOf(shoot), shoot.spec]),
  );
  const common = shoots.filter((shoot) => semanticallyEqual(there.get(shootPathOf(shoot)), shoot.spec));
  const step = Math.max(1, Math.floor(common.length / shootsAsked));
  return common
    .filter((_, at) => at % step === 0)
    .slice(0, shootsAsked)
    .flatMap(casesOf);
}

async function compareAll(
  cases: readonly RequestCase[],
  one: ComparedGarden,
  other: ComparedGarden,
): Promise<readonly Compared[]> {
  const results: Compared[] = [];
  for (const wanted of cases) {
    const [embedded, real] = await Promise.all([
      fetchComparedResponse(one, wanted),
      fetchComparedResponse(other, wanted),
    ]);
    const part = firstDifference(embedded, real);
    results.push({ wanted, embedded, real, part, why: explanationOfDifference(wanted, part) });
  }
  return results;
}

/** Prints each case once, however many clusters it affects. */
function report(results: readonly Compared[], say: (line: string) => void): void {
  for (const part of comparedParts) {
    const differing = results.filter((one) => one.part === part);
    const byCase = Map.groupBy(differing, ({ wanted: { area, name } }) => `${area}, ${name}`);
    for (const [title, members] of byCase) {
      const [first] = members;
      say(`${part}: ${title} (${members.length} times)${first?.why === undefined ? "" : `: ${first.why}`}`);
      say(`           of ${members.map(({ wanted }) => wanted.cluster).join(", ")}`);
      say(`         here ${JSON.stringify(first?.embedded).slice(0, 400)}`);
      say(`        there ${JSON.stringify(first?.real).slice(0, 400)}`);
    }
  }
  const same = results.filter(({ part }) => part === undefined).length;
  const others = comparedParts.map((part) => `${results.filter((one) => one.part === part).length} ${part}`);
  say(`${results.length} requests: ${same} answered alike; other ${others.join(", ")}`);
}
