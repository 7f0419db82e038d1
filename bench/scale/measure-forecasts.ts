import { measureColdForecasts } from "../forecast.ts";
import type { Figure } from "./figure.ts";

const mostMs = 300;

/** Rows with forecasts of 10,000 Shoots of 20 profiles, out of objects that have just been read. No garden, no browser. */
export async function measureForecasts(): Promise<readonly Figure[]> {
  const { cpuMs } = await measureColdForecasts();
  return [{ name: "10,000 forecasts from nothing: processor", unit: "ms", value: cpuMs, most: mostMs }];
}
