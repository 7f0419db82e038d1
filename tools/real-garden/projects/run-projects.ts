import fc from "fast-check";
import { startEmbeddedComparedGarden } from "../requests/ask-embedded-garden.ts";
import type { ComparedGarden } from "../requests/compare-requests.ts";
import type { RealGarden } from "../start-real-garden.ts";
import { compareWrites } from "../writes/compare-writes.ts";
import { createProjectComparer } from "./compare-project.ts";
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
  const accepted: unknown[] = [];
  const areWritesAlike = await compareWrites(comparer, drawRequests(options), {
    say,
    onCompared: ({ area, body }, { isAccepted, difference }) => {
      if (isAccepted && area === "new project" && difference === undefined) accepted.push(body);
    },
  });
  const areRolesAlike = await compareRoles(embedded, real, { accepted: accepted.slice(0, projectsMade), say });
  return areWritesAlike && areRolesAlike;
}
