import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { measureColdForecasts } from "../forecast.ts";
import type { Measurement } from "./measurement.ts";

const mostMs = 2_000;
const program = path.resolve(import.meta.dirname, "forecasts-alone.ts");
const answerSchema = z.object({ cpuMs: z.number(), mainMs: z.number() });

/**
 * Measures the first forecasts of 10,000 Shoots with 20 profiles in a new process and, for comparison, the complete
 * work of reading the fleet, with rows and store. Uses neither garden nor browser.
 */
export async function measureForecasts(): Promise<readonly Measurement[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=react-server", program]);
  const { cpuMs, mainMs } = answerSchema.parse(JSON.parse(stdout));
  const rows = await measureColdForecasts();
  return [
    { name: "10,000 forecasts from nothing: processor", unit: "ms", value: cpuMs, most: mostMs },
    { name: "10,000 forecasts from nothing: main thread", unit: "ms", value: mainMs },
    { name: "10,000 rows with their forecasts: processor", unit: "ms", value: rows.cpuMs },
  ];
}
