import type { Person } from "../person.ts";
import type { TestBed } from "../test-bed.ts";
import type { StreamViewer, ViewerOptions } from "../viewer.ts";

interface CrowdOptions extends ViewerOptions {
  readonly people: number;
  /** How many tabs each of them has. */
  readonly each: number;
}

/** Many people at once, each with several tabs; they have signed in before. */
export async function crowd(
  world: TestBed,
  { people, each, ...options }: CrowdOptions,
): Promise<readonly StreamViewer[]> {
  const everybody = await signInPeople(world, people);
  const viewers = everybody.flatMap((person) =>
    Array.from({ length: each }, () => world.watch({ keepsRows: false, ...options }, person)),
  );
  return await Promise.all(viewers);
}

/** A few at a time: sign-ins that are under way count as attempts. */
export async function signInPeople(world: TestBed, people: number): Promise<readonly Person[]> {
  const tokens = await world.farm.peopleTokens(people);
  const everybody: Person[] = [];
  for (const token of tokens) everybody.push(await world.signIn(token));
  return everybody;
}
