import { createRandom } from "#lib/random.ts";
import type { GardenerToolPaths } from "../build-tools.ts";
import { compareExtension, type ExtensionDifference, randomQuestion } from "./compare-extension.ts";
import { type ExtensionAdmission, startExtensionAdmission } from "./extension-admission.ts";
import { type StartingCase, startingCase } from "./extension-shoots.ts";

/** Providers whose extension can be built. */
export const extensionProviders = ["aws", "gcp", "azure", "openstack", "alicloud", "metal", "local"] as const;
type ExtensionProvider = (typeof extensionProviders)[number];

export interface ExtensionOptions {
  /** Number of random Shoots per provider. */
  readonly cases: number;
  /** Comma-separated names of providers; all if empty. */
  readonly areas: string;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** The chosen providers. @throws Error if there is another one */
export function chosenProviders(areas: string): readonly ExtensionProvider[] {
  const names = areas === "" ? extensionProviders : areas.split(",");
  const chosen = extensionProviders.filter((provider) => names.some((name) => name === provider));
  if (chosen.length < names.length) throw new Error(`there is ${extensionProviders.join(", ")}`);
  return chosen;
}

/**
 * Compares lib/policy with the admission of provider extensions for new Shoots, as Almanac proposes them and with random
 * changes, and prints the smallest difference of each manner.
 * @returns whether all results agree
 */
export async function runExtensions(tools: GardenerToolPaths, options: ExtensionOptions): Promise<boolean> {
  let agreed = true;
  for (const provider of chosenProviders(options.areas)) {
    const start = startingCase(provider, new Date("2026-11-22T10:00:00Z"));
    const admission = startExtensionAdmission(tools(`extension-${provider}`), start.profile);
    agreed = (await compareExtensionOf(provider, { admission, start }, options)) && agreed;
    await admission.end();
  }
  return agreed;
}

interface AskedExtension {
  readonly admission: Pick<ExtensionAdmission, "ask">;
  readonly start: StartingCase;
}

/** Compares the admission of one provider's extension with lib/policy. @returns whether both agree, newer rules aside */
export async function compareExtensionOf(
  provider: string,
  { admission, start }: AskedExtension,
  { cases, seed, say }: Omit<ExtensionOptions, "areas">,
): Promise<boolean> {
  const random = createRandom(seed, provider);
  const found: ExtensionDifference[] = [];
  const proposed = [false, true].map((isEverywhere) => ({ isEverywhere, changes: [] }));
  const questions = [...proposed, ...Array.from({ length: cases }, () => randomQuestion(random, provider, start))];
  for (const question of questions) {
    const difference = await compareExtension(admission, start, question);
    if (difference) found.push(difference);
  }
  say(`${provider}: ${questions.length - found.length} of ${questions.length} Shoots are judged alike`);
  const differing = found.filter(({ newer }) => newer.length === 0);
  for (const [fields, members] of Map.groupBy(found, ({ newer }) => newer.join(", "))) {
    if (fields !== "") say(`  ${members.length} differ only in what is newer than this release: ${fields}`);
  }
  for (const [manner, members] of Map.groupBy(differing, (difference) => difference.manner)) {
    const [first] = members.toSorted((a, b) => a.changes.length - b.changes.length);
    if (first === undefined) continue;
    const { isEverywhere, changes, ours, theirs } = await smallestDifference({ admission, start }, first);
    say(`  ${manner} (${members.length} Shoots)\n    ${JSON.stringify({ isEverywhere, changes })}`);
    say(`    Almanac: ${ours.join("; ") || "accepted"}\n    the extension: ${theirs.join("; ") || "accepted"}`);
  }
  return differing.length === 0;
}

/** Takes changes away as long as the difference stays: one, or the two that belong to a block of a pool. */
async function smallestDifference(
  { admission, start }: AskedExtension,
  difference: ExtensionDifference,
): Promise<ExtensionDifference> {
  for (const count of [1, 2]) {
    for (const index of difference.changes.keys()) {
      const question = { ...difference, changes: difference.changes.toSpliced(index, count) };
      const smaller = await compareExtension(admission, start, question);
      if (smaller?.manner === difference.manner) return smallestDifference({ admission, start }, smaller);
    }
  }
  return difference;
}
