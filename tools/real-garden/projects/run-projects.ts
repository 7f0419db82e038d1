import fc from "fast-check";
import { shrinkToSmallest } from "../next/shrink.ts";
import { startEmbeddedComparedGarden } from "../requests/ask-embedded-garden.ts";
import type { ComparedGarden } from "../requests/compare-requests.ts";
import type { RealGarden } from "../start-real-garden.ts";
import { createProjectComparer, type ProjectComparer, type ProjectDifference } from "./compare-project.ts";
import { compareRoles } from "./compare-roles.ts";
import { plantProjects } from "./plant-projects.ts";
import { randomBindingRequests } from "./random-bindings.ts";
import { type RandomRequest, randomProjectRequests } from "./random-projects.ts";

export interface ProjectOptions {
  /** Number of random requests: two of three about Projects, the others about bindings. */
  readonly cases: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** The random requests of a seed. */
export function drawRequests({ cases, seed }: Pick<ProjectOptions, "cases" | "seed">): readonly RandomRequest[] {
  const aboutBindings = Math.floor(cases / 3);
  return [
    ...fc.sample(randomProjectRequests, { seed, numRuns: cases - aboutBindings }),
    ...fc.sample(randomBindingRequests, { seed, numRuns: aboutBindings }),
  ];
}

/** Number of projects that are created, at most; all other requests are dry runs. */
const projectsMade = 30;

interface Found {
  readonly wanted: RandomRequest;
  readonly difference: ProjectDifference;
  count: number;
}

/** Compares the embedded garden with the real one. @returns whether there are no differences */
export async function runProjects({ admin, tokens }: RealGarden, options: ProjectOptions): Promise<boolean> {
  const embedded = await startEmbeddedComparedGarden(new Date());
  try {
    return await compareProjects(embedded, { access: admin, tokens }, options);
  } finally {
    await embedded.stop();
  }
}

/**
 * Sends random requests about Projects, their members and bindings to the embedded garden and to the real one, as dry
 * runs, and holds the answers and what Almanac says against each other. Every kind of difference is printed once, as
 * small as possible.
 * @returns whether there are no differences
 */
export async function compareProjects(
  embedded: ComparedGarden,
  real: ComparedGarden,
  options: ProjectOptions,
): Promise<boolean> {
  const { say } = options;
  await Promise.all([plantProjects(embedded), plantProjects(real)]);
  const comparer = createProjectComparer(embedded, real);
  const found = new Map<string, Found>();
  const accepted: unknown[] = [];
  const tallies = new Map<string, { tried: number; accepted: number; judged: number; agreed: number }>();
  for (const wanted of drawRequests(options)) {
    const { isAccepted, isJudged, difference } = await comparer.compare(wanted);
    const tally = tallies.get(wanted.area) ?? { tried: 0, accepted: 0, judged: 0, agreed: 0 };
    tallies.set(wanted.area, tally);
    tally.tried += 1;
    if (isAccepted) tally.accepted += 1;
    if (isAccepted && wanted.area === "new project" && difference === undefined) accepted.push(wanted.body);
    if (isJudged) tally.judged += 1;
    if (difference === undefined) tally.agreed += 1;
    else note(found, wanted, difference);
  }
  for (const one of found.values()) await printSmallest(comparer, one, say);
  const areRolesAlike = await compareRoles(embedded, real, { accepted: accepted.slice(0, projectsMade), say });
  for (const [area, { tried, accepted, judged, agreed }] of tallies) {
    say(`${area}: ${agreed} of ${tried} agree, ${accepted} accepted, ${judged} judged by Almanac too`);
  }
  return found.size === 0 && areRolesAlike;
}

function note(found: Map<string, Found>, wanted: RandomRequest, difference: ProjectDifference): void {
  const before = found.get(difference.kind);
  if (before) before.count += 1;
  else found.set(difference.kind, { wanted, difference, count: 1 });
}

async function printSmallest(
  comparer: ProjectComparer,
  { wanted, difference: { kind }, count }: Found,
  say: (line: string) => void,
): Promise<void> {
  const compare = (body: unknown) => comparer.compare({ ...wanted, body });
  const body = await shrinkToSmallest(
    wanted.body,
    async (smaller) => (await compare(smaller)).difference?.kind === kind,
  );
  const { difference } = await compare(body);
  say(`${kind} (${count} requests)\n  ${JSON.stringify({ ...wanted, body })}`);
  say(`  embedded: ${difference?.embedded.slice(0, 600)}\n  real:     ${difference?.real.slice(0, 600)}`);
  if (difference?.almanac !== undefined) say(`  Almanac:  ${difference.almanac}`);
}
