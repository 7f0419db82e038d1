import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import * as z from "zod";
import type { KubeObject } from "#lib/kube/object.ts";
import { waitUntilTrue } from "../eventually.ts";
import type { GardenAccess } from "../garden-access.ts";
import { gardenGroup, listGardenObjects } from "../garden-objects.ts";
import { importLandscape } from "../import-landscape.ts";
import type { RealGarden } from "../start-real-garden.ts";
import { copyShoots } from "./copy-shoots.ts";
import { generatedFleet, loadPrerequisites, loadShoots } from "./load-fleet.ts";

const root = path.resolve(import.meta.dirname, "..", "..", "..");

/** Ratio of generated to wanted Shoots, so that refused ones can be replaced. */
const spare = 1.05;
/** Number of Shoots that are created by the API, which takes a minute for a thousand. All others are copies of them. */
const mostCreated = 10_000;

export interface SizeOptions {
  /** Numbers of Shoots to measure with, in ascending order. */
  readonly sizes: readonly number[];
  /** Number of measurements per size. */
  readonly rounds: number;
  readonly say: (line: string) => void;
}

type Project = KubeObject & { readonly status?: { readonly phase?: string } };

/**
 * Fills the garden with Shoots and measures for each size the start of Almanac, compared with listing the Shoots only.
 * @returns whether all limits were met
 */
export async function runSize(garden: RealGarden, { sizes, rounds, say }: SizeOptions): Promise<boolean> {
  const { admin } = garden;
  const now = new Date();
  await importLandscape(admin, now);
  const own = (await listGardenObjects(admin, "shoots")).length;
  const fleet = generatedFleet(now, Math.max(0, Math.ceil((Math.min(mostCreated, Math.max(...sizes)) - own) * spare)));
  await loadPrerequisites(admin, fleet);
  await waitUntilTrue("every project is ready", async () => {
    const projects = await listGardenObjects<Project>(admin, "projects");
    return projects.every(({ status }) => status?.phase === "Ready");
  });
  // Stopped, because gardener-controller-manager would change all Shoots repeatedly during the measurements.
  await garden.stopControllerManager();
  let met = true;
  let held = own;
  const waiting = [...fleet.shoots];
  for (const size of sizes) {
    const startedAt = performance.now();
    const created = Math.min(mostCreated, size);
    while (held < created && waiting.length > 0) {
      const shoots = waiting.splice(0, created - held);
      const refusals = await loadShoots(admin, fleet.grounds, shoots);
      for (const { object, answer } of refusals) say(`refused  ${object}\n         ${answer.slice(0, 600)}`);
      held += shoots.length - refusals.length;
    }
    if (held >= mostCreated && held < size) {
      await copyShoots(garden.etcdUrl, size - held);
      held = size;
      await waitUntilTrue("every copy is served", async () => (await countOf(admin)) === size);
    }
    say(`${held} clusters after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    if (held < size) throw new Error(`the garden refused too many clusters to hold ${size}`);
    met = (await measured(garden, size, [`--rounds=${rounds}`])) && met;
  }
  return met;
}

const firstPageSchema = z.object({
  metadata: z.object({ remainingItemCount: z.number().default(0) }),
  items: z.array(z.unknown()),
});

async function countOf(admin: GardenAccess): Promise<number> {
  const { body } = await admin.send({ method: "GET", path: `${gardenGroup}/shoots?limit=1` });
  const { metadata, items } = firstPageSchema.parse(body);
  return items.length + metadata.remainingItemCount;
}

/** Runs the benchmark in a separate process, as for any existing garden. */
async function measured({ kubeconfig }: RealGarden, size: number, options: readonly string[]): Promise<boolean> {
  const command = [
    "tools/bench/main.ts",
    "scale",
    String(size),
    `--kubeconfig=${kubeconfig}`,
    "--only=start",
    ...options,
  ];
  const child = spawn(process.execPath, ["--conditions=react-server", ...command], { cwd: root, stdio: "inherit" });
  const [code] = await once(child, "exit");
  return code === 0;
}
