import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { Farm } from "../faults/farm.ts";
import { secondsUntil } from "../faults/until.ts";
import { parseHeap } from "./heap/heap-graph.ts";
import { bytesByKind, type RetainedKind } from "./heap/retained-kinds.ts";
import type { Measurement } from "./measurement.ts";
import { startAlmanac } from "./setup.ts";

/** What a server holds of each cluster, in the order in which what several hold is counted. */
export const retainedKinds: readonly RetainedKind[] = [
  { name: "shared texts and values", roots: [{ instanceOf: "ValuePool" }] },
  { name: "mirrors", roots: [{ instanceOf: "HeldShoot" }] },
  { name: "rows", roots: [{ instanceOf: "RowStore", field: "#rows" }] },
  { name: "forecasts", roots: [{ instanceOf: "FleetForecasts" }] },
  { name: "packed fleets", roots: [{ instanceOf: "FleetSnapshots" }] },
  { name: "indexes", roots: [{ instanceOf: "RowStore" }] },
];

const mostS = 120;

/** The heap of a server that has just become ready, after a collection, by what it holds. */
export async function measureMemory(farm: Farm): Promise<readonly Measurement[]> {
  const folder = farm.newPath("heap");
  await mkdir(folder);
  const { world } = await startAlmanac(farm, ["--heapsnapshot-signal=SIGUSR2", `--diagnostic-dir=${folder}`]);
  try {
    world.product.signal("SIGUSR2");
    // The process says nothing while it writes: what it answers afterwards tells that all is written.
    let file: string | undefined;
    await secondsUntil(async () => {
      [file] = await readdir(folder);
      return file !== undefined && (await world.product.status("/livez")) === 200;
    }, mostS);
    if (file === undefined) throw new Error("the server has not written its heap down");
    const heap = parseHeap(await readFile(path.join(folder, file)));
    return [...bytesByKind(heap, retainedKinds)].map(([name, bytes]) => ({
      name: `heap: ${name}`,
      unit: "MB",
      value: bytes / 1e6,
      cost: "part",
    }));
  } finally {
    await world.close();
    await rm(folder, { recursive: true, force: true });
  }
}
