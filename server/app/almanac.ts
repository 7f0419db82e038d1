import "server-only";
import { type Config, readConfig } from "#server/config/config.ts";
import { findListenerError } from "#server/config/listener.ts";
import { checkFleetSize } from "#server/fleet/size/check-fleet-size.ts";
import { connectConfiguredGarden } from "./connect-configured-garden.ts";
import { type Almanac, createAlmanac } from "./container.ts";
import { createGardens, type Gardens, wrapSingleGarden } from "./gardens.ts";
import { createLog } from "./log.ts";

declare global {
  // Next.js loads each module separately for pages, routes and the start script; all share this global variable.
  var almanacSlot: Promise<Gardens> | undefined;
}

/** The gardens of this process, started on first use. After a failed start the next caller tries again. */
export function getRunningGardens(): Promise<Gardens> {
  if (globalThis.almanacSlot === undefined) {
    const starting = start();
    globalThis.almanacSlot = starting;
    starting.catch(() => {
      if (globalThis.almanacSlot === starting) globalThis.almanacSlot = undefined;
    });
  }
  return globalThis.almanacSlot;
}

/** Sets the application that routes use in tests; undefined removes it. */
export function setTestApplication(application: Almanac | undefined): void {
  globalThis.almanacSlot = application === undefined ? undefined : Promise.resolve(wrapSingleGarden(application));
}

/** Sets the gardens that routes use in tests. */
export function setTestGardens(gardens: Gardens): void {
  globalThis.almanacSlot = Promise.resolve(gardens);
}

/** The configuration of this process. @throws Error that lists every error in it */
export function readProcessConfig(): Config {
  const config = readConfig(process.env);
  if (config.ok) return config.value;
  throw new Error(`The configuration has faults:\n  ${config.error.join("\n  ")}`);
}

async function start(): Promise<Gardens> {
  const config = readProcessConfig();
  const fault = findListenerError(process.env, config);
  if (fault !== undefined) throw new Error(fault);
  for (const ignored of config.featureGates.ignored)
    createLog(config.logLevel).warn(`GARDENER_FEATURE_GATES: ${ignored}`);
  if (config.gardens.length > 0)
    return createGardens({ config, findGarden: connectConfiguredGarden, checkSize: checkFleetSize });
  return wrapSingleGarden(
    await createAlmanac({ config, findGarden: connectConfiguredGarden, checkSize: checkFleetSize }),
  );
}
