import { importLandscape } from "./import-landscape.ts";
import type { RealGarden } from "./start-real-garden.ts";

/**
 * Imports the demo landscape and prints the objects that the garden refused.
 * @returns whether all objects were accepted
 */
export async function runImport({ admin }: RealGarden, now: Date, say: (line: string) => void): Promise<boolean> {
  const { handedIn, taken, refusals } = await importLandscape(admin, now);
  for (const { object, answer } of refusals) say(`refused  ${object}\n         ${answer.slice(0, 600)}`);
  say(`${taken} of ${handedIn} objects taken`);
  return refusals.length === 0;
}
