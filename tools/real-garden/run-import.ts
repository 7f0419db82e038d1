import { importLandscape } from "./import-landscape.ts";
import type { ImportRejection } from "./import-objects.ts";
import type { RealGarden } from "./start-real-garden.ts";

/** Demo clusters that no garden takes today: a version that its profile no longer has, and a schedule that is none. */
const expectedRefusals = new Set(["Shoot/garden-sandbox/off-catalogue", "Shoot/garden-sandbox/misspelt"]);

export function unexpectedRefusals(refusals: readonly ImportRejection[]): readonly ImportRejection[] {
  return refusals.filter(({ object }) => !expectedRefusals.has(object));
}

/**
 * Imports the demo landscape and prints the objects that the garden refused.
 * @returns whether all objects were accepted that a garden can take
 */
export async function runImport({ admin }: RealGarden, now: Date, say: (line: string) => void): Promise<boolean> {
  const { handedIn, taken, refusals } = await importLandscape(admin, now);
  for (const { object, answer } of refusals) say(`refused  ${object}\n         ${answer.slice(0, 600)}`);
  const unexpected = unexpectedRefusals(refusals);
  say(`${taken} of ${handedIn} objects taken, ${unexpected.length} unexpected refusals`);
  return unexpected.length === 0;
}
