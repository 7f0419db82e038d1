import "server-only";
import type { Config, Environment } from "./config.ts";

const variable = "ALMANAC_LISTENER";

/**
 * Environment for a process whose port is opened on the configured address. Set by the code that opens it: `next dev`
 * or `next start`, run by hand, ignore HOST and listen on every interface.
 */
export function listeningOn({ host }: Pick<Config, "host">): Environment {
  return { [variable]: host };
}

/** Why no request may be served: all security checks of the configuration assume that it listens on HOST. */
export function findListenerError(environment: Environment, { host }: Pick<Config, "host">): string | undefined {
  if (environment[variable] === host) return undefined;
  return `Nobody has opened a port on HOST, which is ${host}. Start Almanac with npm start or npm run dev.`;
}
