import type { SignedInPerson } from "../person.ts";
import type { TestBed } from "../test-bed.ts";
import type { StreamViewer, ViewerOptions } from "../viewer.ts";

interface CrowdOptions extends ViewerOptions {
  readonly people: number;
  /** Number of tabs per user. */
  readonly each: number;
}

/** Opens many tabs at once, several for each user. The users have signed in before. */
export async function openManyViewers(
  world: TestBed,
  { people, each, ...options }: CrowdOptions,
): Promise<readonly StreamViewer[]> {
  const everybody = await signInPeople(world, people);
  const viewers = everybody.flatMap((person) =>
    Array.from({ length: each }, () => world.watch({ keepsRows: false, ...options }, person)),
  );
  return await Promise.all(viewers);
}

/** Signs in a few users at a time, because pending sign-ins count as attempts. */
export async function signInPeople(world: TestBed, people: number): Promise<readonly SignedInPerson[]> {
  const tokens = await world.farm.peopleTokens(people);
  const everybody: SignedInPerson[] = [];
  for (const token of tokens) everybody.push(await world.signIn(token));
  return everybody;
}
