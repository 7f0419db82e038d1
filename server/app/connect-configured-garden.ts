import "server-only";
import type { Logger } from "pino";
import type { EmbeddedGardenOptions } from "#garden/start-embedded-garden.ts";
import type { Config } from "#server/config/config.ts";
import { type GardenSource, openGarden } from "#server/garden/garden.ts";
import type { Tracing } from "#server/tracing/tracing.ts";
import type { ConnectedGarden } from "./container.ts";

/** Connects to the configured garden; the embedded demo garden is started in this process. */
export async function connectConfiguredGarden(
  { garden, allow, signIn }: Config,
  log: Logger,
  tracing?: Tracing | undefined,
): Promise<ConnectedGarden> {
  const configured = async (source: GardenSource) => ({
    garden: await openGarden(source, allow, tracing),
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
      return embeddedGarden({ ...garden, oidc: trustOf(signIn) }, log, tracing);
    }
  }
}

/** OpenID Connect settings that make the demo garden accept tokens of the identity provider used for sign-in. */
function trustOf({ oidc }: Config["signIn"]): EmbeddedGardenOptions["oidc"] {
  if (oidc === undefined) return undefined;
  const { issuer: issuerUrl, clientId, demoClaims } = oidc;
  return {
    issuerUrl,
    clientId,
    usernameClaim: demoClaims.username,
    usernamePrefix: "-",
    groupsClaim: demoClaims.groups,
  };
}

/** Starts the embedded demo garden, which Almanac's own service account watches for all users. */
async function embeddedGarden(
  options: EmbeddedGardenOptions,
  log: Logger,
  tracing: Tracing | undefined,
): Promise<ConnectedGarden> {
  // Imported only here: a server that shows a real garden does not need the demo code.
  const { startEmbeddedGarden } = await import("#garden/start-embedded-garden.ts");
  const embedded = await startEmbeddedGarden(options);
  for (const notice of embedded.notices) log.warn(notice);
  const source = { kind: "embedded", url: embedded.url, ca: embedded.caPem, token: embedded.almanacToken } as const;
  return {
    garden: await openGarden(source, { exec: false, proxyUrl: false, insecureTls: false }, tracing),
    demoLogins: embedded.identities,
    stop: () => embedded.stop(),
  };
}
