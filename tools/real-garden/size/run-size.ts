import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import * as z from "zod";
import type { KubeObject } from "#lib/kube/object.ts";
import { eventually } from "../eventually.ts";
import type { GardenAccess } from "../garden-access.ts";
import { gardenGroup, listGardenObjects } from "../garden-objects.ts";
import { importLandscape } from "../import-landscape.ts";
import type { RealGarden } from "../start-real-garden.ts";
import { copyShoots } from "./copy-shoots.ts";
import { generatedFleet, loadFrame, loadShoots } from "./load-fleet.ts";

const root = path.resolve(import.meta.dirname, "..", "..", "..");

/** So many times more are ready to be handed in than are wanted: what a garden refuses is replaced. */
const spare = 1.05;
/** So many clusters are created; the API server takes a minute for a thousand. All others are copies of them. */
const mostCreated = 10_000;

export interface SizeOptions {
  /** How many clusters to measure with, in growing order. */
  readonly sizes: readonly number[];
  /** How often each size is measured. */
  readonly rounds: number;
  readonly say: (line: string) => void;
}

type Project = KubeObject & { readonly status?: { readonly phase?: string } };

/**
 * Fills the garden with clusters and measures at each size what Almanac's start costs beside a raw list of the same
 * servers.
 * @returns whether every limit was kept
 */
export async function runSize(garden: RealGarden, { sizes, rounds, say }: SizeOptions): Promise<boolean> {
  const { admin } = garden;
  const now = new Date();
  await importLandscape(admin, now);
  const own = (await listGardenObjects(admin, "shoots")).length;
  const fleet = generatedFleet(now, Math.max(0, Math.ceil((Math.min(mostCreated, Math.max(...sizes)) - own) * spare)));
  await loadFrame(admin, fleet);
  await eventually("every project is ready", async () => {
    const projects = await listGardenObjects<Project>(admin, "projects");
    return projects.every(({ status }) => status?.phase === "Ready");
  });
  // It would write to each cluster again and again while others are measured.
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
      await eventually("every copy is served", async () => (await countOf(admin)) === size);
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

/** In a process of its own, as anybody would measure a garden that runs already. */
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
