import { type Profiler, Session } from "node:inspector/promises";

/** Every node with its parent, so that a sample can be followed to the root. */
function parentsOf(nodes: readonly Profiler.ProfileNode[]): ReadonlyMap<number, number> {
  return new Map(nodes.flatMap(({ id, children = [] }) => children.map((child): [number, number] => [child, id])));
}

/**
 * The share of processor time, 0 to 1, that was spent in some functions or in what they called.
 *
 * @param isCounted by the function's name and the address of its file
 */
export async function cpuShare(work: () => void, isCounted: (name: string, url: string) => boolean): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 200 });
  await session.post("Profiler.start");
  work();
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  const parents = parentsOf(profile.nodes);
  const counted = new Set(
    profile.nodes.filter(({ callFrame }) => isCounted(callFrame.functionName, callFrame.url)).map(({ id }) => id),
  );
  const isInside = (id: number | undefined): boolean =>
    id !== undefined && (counted.has(id) || isInside(parents.get(id)));
  const deltas = profile.timeDeltas ?? [];
  let inside = 0;
  let total = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const delta = deltas[index] ?? 0;
    total += delta;
    if (isInside(id)) inside += delta;
  }
  return total === 0 ? 0 : inside / total;
}
