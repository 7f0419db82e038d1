import "server-only";
import { type Config, readConfig } from "../config/config.ts";
import { listenerFault } from "../config/listener.ts";
import { checkFleetSize } from "../fleet/size/check-fleet-size.ts";
import { type Almanac, createAlmanac } from "./container.ts";
import { findGarden } from "./find-garden.ts";

declare global {
  // Pages, routes and the start script each get their own copy of every module; this is the one place they share.
  var almanacSlot: Promise<Almanac> | undefined;
}

/** The application of this process, started on first use. A start that fails is tried again by the next caller. */
export function almanac(): Promise<Almanac> {
  if (globalThis.almanacSlot === undefined) {
    const starting = start();
    globalThis.almanacSlot = starting;
    starting.catch(() => {
      if (globalThis.almanacSlot === starting) globalThis.almanacSlot = undefined;
    });
  }
  return globalThis.almanacSlot;
}

/** Puts an application into the slot, for tests that drive routes; undefined empties it. */
export function installAlmanac(application: Almanac | undefined): void {
  globalThis.almanacSlot = application === undefined ? undefined : Promise.resolve(application);
}

/** The configuration of this process, or an Error that names every fault in it. */
export function processConfig(): Config {
  const config = readConfig(process.env);
  if (config.ok) return config.value;
  throw new Error(`The configuration has faults:\n  ${config.error.join("\n  ")}`);
}

async function start(): Promise<Almanac> {
  const config = processConfig();
  const fault = listenerFault(process.env, config);
  if (fault !== undefined) throw new Error(fault);
  return createAlmanac({ config, findGarden, checkSize: checkFleetSize });
}
