import "server-only";
import type { Config, Environment } from "#server/config/config.ts";
import { listeningOn } from "#server/config/listener.ts";

interface Development {
  readonly args: readonly string[];
  readonly env: Environment;
}

/** Arguments and environment of `next dev`: only on the configured address. By default it listens on all interfaces. */
export function development(config: Pick<Config, "host" | "port">): Development {
  const { host, port } = config;
  return { args: ["dev", "--hostname", host, "--port", String(port)], env: listeningOn(config) };
}
