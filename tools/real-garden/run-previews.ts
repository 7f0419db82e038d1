import { comparePreviews, type PreviewResult } from "./compare-previews.ts";
import type { RealGarden } from "./start-real-garden.ts";

/** Results by case; for a case with many clusters, only one cluster is printed. */
const shownPerCase = 1;

/**
 * Compares previews and dry runs for all existing clusters and prints the differences.
 * @returns whether there are no differences
 */
export async function runPreviews({ admin, release }: RealGarden, say: (line: string) => void): Promise<boolean> {
  const results = await comparePreviews(admin, release);
  const parted = results.filter(({ verdict }) => verdict === "allowed, refused" || verdict === "denied, accepted");
  const byCase = Map.groupBy(parted, ({ wanted, verdict }) => `${verdict}: ${wanted.area}, ${wanted.name}`);
  for (const [title, members] of byCase) {
    say(`${title} (${members.length} clusters)`);
    for (const one of members.slice(0, shownPerCase)) say(`         ${lineOf(one)}`);
  }
  const asked = results.filter(({ verdict }) => verdict !== "nothing to ask");
  const count = (wanted: PreviewResult["verdict"]) => results.filter(({ verdict }) => verdict === wanted).length;
  for (const [area, members] of Map.groupBy(asked, ({ wanted }) => wanted.area)) {
    const agreed = members.filter(({ verdict }) => verdict === "agreed" || verdict === "our advice").length;
    say(`${area}: ${agreed} of ${members.length} agree`);
  }
  say(
    `${asked.length} dry runs: ${count("agreed")} as Almanac said, ${count("our advice")} against our advice alone, ` +
      `${count("allowed, refused")} allowed and refused, ${count("denied, accepted")} denied and accepted`,
  );
  return parted.length === 0 && asked.length > 0;
}

function lineOf({ shoot, reasons, answer }: PreviewResult): string {
  const told = reasons.length === 0 ? "" : `, Almanac: ${reasons.join("; ")}`;
  return `${shoot}${told}, the garden: ${answer.slice(0, 400)}`;
}
