import { writeFile } from "node:fs/promises";
import type { Shoot } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { startEmbeddedGarden } from "#server/embedded/start-embedded-garden.ts";
import { type Answer, type Asked, answerOf, firstDifference, type Part, parts } from "./compare-requests.ts";
import { accessTo } from "./garden-access.ts";
import { listed, profilesOf } from "./garden-objects.ts";
import { changeCases, protocolCases, type RequestCase } from "./request-cases.ts";
import type { RealGarden } from "./start-real-garden.ts";

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
  readonly embedded: Answer;
  readonly real: Answer;
  readonly part: Part | undefined;
  /** Why it is right that they differ in this. */
  readonly why: string | undefined;
}

/** Where the gardens rightly answer differently, by what is asked. */
const explanations = [
  {
    ...{ part: "object", area: "maintenance", name: "no window" },
    why: "a window that is taken away becomes another one at a random hour",
  },
];

/**
 * Sends the same requests to the embedded garden and to the real one, both with the demo's landscape, and tells where
 * they answer differently.
 * @returns whether they never do
 */
export async function runRequests(garden: RealGarden, options: RequestOptions): Promise<boolean> {
  const { answersFile, now, say } = options;
  const embedded = await startEmbeddedGarden({ now, life: false, speed: 1 });
  const operator = embedded.identities[0]?.token ?? "";
  const access = accessTo({ url: embedded.url, caPem: embedded.caPem }, operator);
  try {
    const tokens = Object.fromEntries(embedded.identities.map(({ name, token }) => [name, token]));
    const cases = await casesFor(access, garden);
    const results = await compareAll(cases, { access, tokens }, { access: garden.admin, tokens: garden.tokens });
    report(results, say);
    if (answersFile !== undefined) await writeFile(answersFile, answersText(results));
    return results.length > 0 && results.every(isAgreed);
  } finally {
    access.close();
    await embedded.stop();
  }
}

function isAgreed({ part, why }: Compared): boolean {
  return part === undefined || why !== undefined;
}

/** Only of clusters that are the same in both gardens: the controller-manager of the real one is at work. */
async function casesFor(access: Asked["access"], { admin }: RealGarden): Promise<readonly RequestCase[]> {
  const there = new Map((await listed<Shoot>(admin, "shoots")).map((shoot) => [keyOf(shoot), shoot.spec]));
  const common = (await listed<Shoot>(access, "shoots")).filter(
    (shoot) => shoot.metadata.deletionTimestamp === undefined && semanticallyEqual(there.get(keyOf(shoot)), shoot.spec),
  );
  const step = Math.max(1, Math.floor(common.length / shootsAsked));
  const chosen = common.filter((_, at) => at % step === 0).slice(0, shootsAsked);
  const profileOf = await profilesOf(access);
  return chosen.flatMap((shoot) => [...changeCases(shoot, profileOf(shoot)), ...protocolCases(shoot)]);
}

function keyOf({ metadata }: Shoot): string {
  return `${metadata.namespace}/${metadata.name}`;
}

async function compareAll(cases: readonly RequestCase[], one: Asked, other: Asked): Promise<readonly Compared[]> {
  const results: Compared[] = [];
  for (const wanted of cases) {
    const [embedded, real] = await Promise.all([answerOf(one, wanted), answerOf(other, wanted)]);
    const part = firstDifference(embedded, real);
    results.push({ wanted, embedded, real, part, why: whyOf(wanted, part) });
  }
  return results;
}

function whyOf({ area, name }: RequestCase, part: Part | undefined): string | undefined {
  const title = name.split(" @ ")[0];
  return explanations.find((each) => each.part === part && each.area === area && each.name === title)?.why;
}

/** Each case once, however many clusters it was asked of. */
function report(results: readonly Compared[], say: (line: string) => void): void {
  for (const part of parts) {
    const differing = results.filter((one) => one.part === part);
    const byCase = Map.groupBy(differing, ({ wanted: { area, name } }) => `${area}, ${name.split(" @ ")[0]}`);
    for (const [title, members] of byCase) {
      const [first] = members;
      say(`${part}: ${title} (${members.length} times)${first?.why === undefined ? "" : `: ${first.why}`}`);
      say(`           of ${members.map(({ wanted }) => wanted.name.split(" @ ")[1] ?? "").join(", ")}`);
      say(`         here ${JSON.stringify(first?.embedded).slice(0, 400)}`);
      say(`        there ${JSON.stringify(first?.real).slice(0, 400)}`);
    }
  }
  const same = results.filter(({ part }) => part === undefined).length;
  const others = parts.map((part) => `${results.filter((one) => one.part === part).length} ${part}`);
  say(`${results.length} requests: ${same} answered alike; other ${others.join(", ")}`);
}

/** A line for each request, so that two files can be compared by eye. */
function answersText(results: readonly Compared[]): string {
  const lines = results.map(({ wanted: { area, name }, real }) => JSON.stringify([area, name, real]));
  return `[\n${lines.join(",\n")}\n]\n`;
}
