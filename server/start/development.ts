import "server-only";
import type { Config, Environment } from "#server/config/config.ts";
import { listenerEnvironmentFor } from "#server/config/listener.ts";

interface Development {
  readonly args: readonly string[];
  readonly env: Environment;
}

/** Arguments and environment for `next dev`, which by default listens on all interfaces and not only on HOST. */
export function developmentCommand(config: Pick<Config, "host" | "port">): Development {
  const { host, port } = config;
  return { args: ["dev", "--hostname", host, "--port", String(port)], env: listenerEnvironmentFor(config) };
}
