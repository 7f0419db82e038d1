import "server-only";
import { type Config, readConfig } from "#server/config/config.ts";
import { findListenerError } from "#server/config/listener.ts";
import { checkFleetSize } from "#server/fleet/size/check-fleet-size.ts";
import { type Almanac, createAlmanac } from "./container.ts";
import { findGarden } from "./find-garden.ts";
import { createGardens, type Gardens, oneGarden } from "./gardens.ts";

declare global {
  // Pages, routes and the start script each get their own copy of every module; this global is shared by all.
  var almanacSlot: Promise<Gardens> | undefined;
}

/** The gardens of this process, started on first use. After a failed start the next caller tries again. */
export function almanac(): Promise<Gardens> {
  if (globalThis.almanacSlot === undefined) {
    const starting = start();
    globalThis.almanacSlot = starting;
    starting.catch(() => {
      if (globalThis.almanacSlot === starting) globalThis.almanacSlot = undefined;
    });
  }
  return globalThis.almanacSlot;
}

/** Installs an application for tests that call routes; undefined removes it. */
export function installAlmanac(application: Almanac | undefined): void {
  globalThis.almanacSlot = application === undefined ? undefined : Promise.resolve(oneGarden(application));
}

/** Installs several gardens for tests that call routes. */
export function installGardens(gardens: Gardens): void {
  globalThis.almanacSlot = Promise.resolve(gardens);
}

/** The configuration of this process. @throws Error that lists every error in it */
export function processConfig(): Config {
  const config = readConfig(process.env);
  if (config.ok) return config.value;
  throw new Error(`The configuration has faults:\n  ${config.error.join("\n  ")}`);
}

async function start(): Promise<Gardens> {
  const config = processConfig();
  const fault = findListenerError(process.env, config);
  if (fault !== undefined) throw new Error(fault);
  if (config.gardens.length > 0) return createGardens({ config, findGarden, checkSize: checkFleetSize });
  return oneGarden(await createAlmanac({ config, findGarden, checkSize: checkFleetSize }));
}
