import { setTimeout as pause } from "node:timers/promises";

/** Begins so much work a second, for so many seconds, however long each piece takes; resolves when all is done. */
export async function paced(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now();
  const begun: Promise<unknown>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    begun.push(work(index));
    await pause(Math.max(0, startedAt + ((index + 1) * 1000) / perSecond - performance.now()));
  }
  await Promise.all(begun);
}
