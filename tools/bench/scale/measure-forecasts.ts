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
 * 10,000 Shoots of 20 profiles: their forecasts in a process that has made none, and, for comparison, all that comes of
 * them when a fleet is read, rows and their store included. No garden, no browser.
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
