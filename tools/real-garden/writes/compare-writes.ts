import { shrinkToSmallest } from "../next/shrink.ts";
import type { RandomWrite, WriteComparer, WriteComparison, WriteDifference } from "./compare-write.ts";

interface CompareOptions<Write extends RandomWrite> {
  readonly say: (line: string) => void;
  /** Called for each write with its result. */
  readonly onCompared?: (wanted: Write, comparison: WriteComparison) => void;
}

interface Found<Write extends RandomWrite> {
  readonly wanted: Write;
  readonly difference: WriteDifference;
  count: number;
}

/**
 * Compares writes one after the other. Every kind of difference is printed once, as small as possible, and then how
 * many writes of each area agree.
 * @returns whether there are no differences
 */
export async function compareWrites<Write extends RandomWrite>(
  comparer: WriteComparer<Write>,
  writes: readonly Write[],
  { say, onCompared }: CompareOptions<Write>,
): Promise<boolean> {
  const found = new Map<string, Found<Write>>();
  const tallies = new Map<string, { tried: number; accepted: number; judged: number; agreed: number }>();
  for (const wanted of writes) {
    const comparison = await comparer.compare(wanted);
    const { isAccepted, isJudged, difference } = comparison;
    onCompared?.(wanted, comparison);
    const tally = tallies.get(wanted.area) ?? { tried: 0, accepted: 0, judged: 0, agreed: 0 };
    tallies.set(wanted.area, tally);
    tally.tried += 1;
    if (isAccepted) tally.accepted += 1;
    if (isJudged) tally.judged += 1;
    if (difference === undefined) tally.agreed += 1;
    else note(found, wanted, difference);
  }
  for (const one of found.values()) await printSmallest(comparer, one, say);
  for (const [area, { tried, accepted, judged, agreed }] of tallies) {
    say(`${area}: ${agreed} of ${tried} agree, ${accepted} accepted, ${judged} judged by Almanac too`);
  }
  return found.size === 0;
}

function note<Write extends RandomWrite>(
  found: Map<string, Found<Write>>,
  wanted: Write,
  difference: WriteDifference,
): void {
  const before = found.get(difference.kind);
  if (before) before.count += 1;
  else found.set(difference.kind, { wanted, difference, count: 1 });
}

async function printSmallest<Write extends RandomWrite>(
  comparer: WriteComparer<Write>,
  { wanted, difference: { kind }, count }: Found<Write>,
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
