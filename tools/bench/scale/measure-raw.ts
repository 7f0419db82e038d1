import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import type { SharedTestSetup } from "../faults/farm.ts";
import { type Measurement, measurementNames } from "./measurement.ts";

const program = path.resolve(import.meta.dirname, "raw-list.ts");
const answerSchema = z.object({ timeMs: z.number(), cpuMs: z.number(), bytes: z.number(), count: z.number() });
const mostMs = 300_000;

/** Measures the minimum cost of reading all Shoots: listing and parsing them in a separate process. */
export async function measureRaw(farm: SharedTestSetup): Promise<readonly Measurement[]> {
  const { url, ca } = farm.garden.address;
  const [authorityFile, tokenFile] = [farm.newPath("raw-authority"), farm.newPath("raw-token")];
  await writeFile(authorityFile, ca);
  await writeFile(tokenFile, await farm.garden.ownToken(), { mode: 0o600 });
  const parameters = [program, url, authorityFile, tokenFile];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { timeout: mostMs });
  const { timeMs, cpuMs, bytes, count } = answerSchema.parse(JSON.parse(stdout));
  if (count !== farm.garden.size) throw new Error(`the raw list has ${count} of ${farm.garden.size} Shoots`);
  return [
    { name: measurementNames.rawTime, unit: "s", value: timeMs / 1000 },
    { name: measurementNames.rawProcessor, unit: "s", value: cpuMs / 1000 },
    { name: measurementNames.rawBytes, unit: "MB", value: bytes / 1e6 },
  ];
}
