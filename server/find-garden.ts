import "server-only";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { FoundGarden } from "./container.ts";
import { type GardenSource, openGarden } from "./garden/garden.ts";

/** The garden that the configuration names; the embedded one is started in this process. */
export async function findGarden({ garden, allow }: Config, log: Logger): Promise<FoundGarden> {
  const configured = async (source: GardenSource) => ({
    garden: await openGarden(source, allow),
    demoLogins: [],
    stop: async () => undefined,
  });
  switch (garden.kind) {
    case "kubeconfig":
      return configured(garden);
    case "in-cluster": {
      const { KUBERNETES_SERVICE_HOST: host = "", KUBERNETES_SERVICE_PORT: port = "" } = process.env;
      return configured({ kind: "in-cluster", host, port });
    }
    case "embedded": {
      log.info({ shoots: garden.shoots, pace: garden.pace }, "starting the embedded demo garden");
      throw new Error("no embedded garden yet");
    }
  }
}
