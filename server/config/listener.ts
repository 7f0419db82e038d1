import "server-only";
import type { Config, Environment } from "./config.ts";

const variable = "ALMANAC_LISTENER";

/**
 * Records that the port is opened on the configured address. Only Almanac's start scripts set this variable: `next dev`
 * or `next start`, run by hand, ignore HOST and listen on every interface.
 */
export function listenerEnvironmentFor({ host }: Pick<Config, "host">): Environment {
  return { [variable]: host };
}

/** Why requests are refused: without the start script, the address may not match HOST, which security checks need. */
export function findListenerError(environment: Environment, { host }: Pick<Config, "host">): string | undefined {
  if (environment[variable] === host) return undefined;
  return `Nobody has opened a port on HOST, which is ${host}. Start Almanac with npm start or npm run dev.`;
}
