import "server-only";
import type { Config, Environment } from "./config.ts";

const variable = "ALMANAC_LISTENER";

/**
 * The environment of a process whose port is opened on the configured address. Whoever opens it says so here: `next dev`
 * or `next start`, run by hand, know nothing of HOST and listen on every interface.
 */
export function listeningOn({ host }: Pick<Config, "host">): Environment {
  return { [variable]: host };
}

/** Why nobody may be served: all that the configuration allows rests on the address that it names. */
export function listenerFault(environment: Environment, { host }: Pick<Config, "host">): string | undefined {
  if (environment[variable] === host) return undefined;
  return `Nobody has opened a port on HOST, which is ${host}. Start Almanac with npm start or npm run dev.`;
}
