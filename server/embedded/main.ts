import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedGarden } from "./start-embedded-garden.ts";

const usage = `usage: npm run garden -- [--port N] [--kubeconfig FILE] [--shoots N] [--seed S] [--pace F] [--speed X] [--now ISO]`;

function numberOption(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0 || value > most)
    throw new Error(`--${name} ${text}: a number from 0 to ${most} is expected`);
  return value;
}

function instantOption(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const value = new Date(text);
  if (Number.isNaN(value.getTime()))
    throw new Error(`--now ${text}: an instant such as 2026-11-21T10:00:00Z is expected`);
  return value;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string" },
      kubeconfig: { type: "string" },
      shoots: { type: "string" },
      seed: { type: "string" },
      pace: { type: "string" },
      speed: { type: "string" },
      now: { type: "string" },
      "no-life": { type: "boolean" },
    },
  });
  // A folder of our own: a name that others can foresee in a shared one could be theirs.
  const kubeconfigFile = path.resolve(
    values.kubeconfig ?? path.join(await mkdtemp(path.join(tmpdir(), "almanac-garden-")), "kubeconfig"),
  );
  const garden = await startEmbeddedGarden({
    kubeconfigFile,
    port: numberOption("port", values.port, 65_535),
    shoots: numberOption("shoots", values.shoots, 50_000),
    seed: numberOption("seed", values.seed, 2 ** 31),
    pace: numberOption("pace", values.pace, 100_000),
    speed: numberOption("speed", values.speed, 1_000_000),
    now: instantOption(values.now),
    life: values["no-life"] !== true,
  });
  process.stdout.write(`garden ready ${garden.url} kubeconfig ${kubeconfigFile}\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      void garden.stop().then(() => process.exit(0));
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
  process.exitCode = 2;
});
