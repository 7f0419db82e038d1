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
  fetchComparedResponse,
  firstDifference,
  whyOf,
} from "./compare-requests.ts";
import { formatRecordedResponses } from "./recorded-responses.ts";
import { type RequestCase, shootPathOf } from "./request-cases.ts";

interface RequestOptions {
  /** Where the real garden's answers go. */
  readonly answersFile?: string | undefined;
  /** The instant that both landscapes are dated from. */
  readonly now: Date;
  readonly say: (line: string) => void;
}

/** Shoots with many pools and few, asleep, workerless and highly available are among them. */
const shootsAsked = 8;

interface Compared {
  readonly wanted: RequestCase;
  readonly embedded: ComparedResponse;
  readonly real: ComparedResponse;
  readonly part: ComparedPart | undefined;
  /** Why it is right that they differ in this. */
  readonly why: string | undefined;
}

/**
 * Sends the same requests to the embedded garden and to the real one, both with the demo's landscape, and tells where
 * they answer differently.
 * @returns whether they never do
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

/** Only of clusters that are the same in both gardens: the controller-manager of the real one is at work. */
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
    results.push({ wanted, embedded, real, part, why: whyOf(wanted, part) });
  }
  return results;
}

/** Each case once, however many clusters it was asked of. */
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
