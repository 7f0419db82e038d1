import "server-only";
import type { Config, Environment } from "#server/config/config.ts";
import { listeningOn } from "#server/config/listener.ts";

interface Development {
  readonly args: readonly string[];
  readonly env: Environment;
}

/** How Next serves while somebody works on Almanac: on the configured address alone. By itself it listens everywhere. */
export function development(config: Pick<Config, "host" | "port">): Development {
  const { host, port } = config;
  return { args: ["dev", "--hostname", host, "--port", String(port)], env: listeningOn(config) };
}
