import { type EmbeddedGarden, type EmbeddedGardenOptions, startEmbeddedGarden } from "#garden/start-embedded-garden.ts";
import type { ConnectedGarden } from "#server/app/container.ts";
import type { GardenConnection } from "#server/garden/connection.ts";
import { createGarden, openGarden } from "#server/garden/garden.ts";
import { createTransport, type Transport } from "#server/garden/transport.ts";
import type { DemoLogin } from "#server/session/sign-in.ts";

/** Starts an embedded garden for one test, in which nothing happens by itself. */
export async function startTestGarden(
  options: EmbeddedGardenOptions = {},
): Promise<{ readonly embedded: EmbeddedGarden; readonly found: ConnectedGarden }> {
  const embedded = await startEmbeddedGarden({ life: false, pace: 200, ...options });
  const source = {
    kind: "embedded",
    url: embedded.url,
    ca: embedded.caPem,
    token: embedded.almanacToken,
  } as const;
  const garden = await openGarden(source, { exec: false, proxyUrl: false, insecureTls: false });
  return { embedded, found: { garden, demoLogins: embedded.identities, stop: () => embedded.stop() } };
}

/** What an application needs to connect to an embedded garden that it did not start. */
export interface EmbeddedGardenAccess extends Pick<EmbeddedGarden, "url" | "caPem" | "almanacToken"> {
  readonly identities: readonly DemoLogin[];
}

/** Connects an application to an embedded garden, optionally through a wrapped transport. */
export function connectEmbeddedGarden(
  embedded: EmbeddedGardenAccess,
  wrap: (transport: Transport) => Transport = (transport) => transport,
): ConnectedGarden {
  const token = embedded.almanacToken;
  const connection: GardenConnection = {
    kind: "embedded",
    name: "demo",
    server: embedded.url,
    ca: async () => embedded.caPem,
    skipTlsVerify: false,
    ownCredential: async () => ({ token }),
  };
  const garden = createGarden(connection, wrap(createTransport(connection)));
  return { garden, demoLogins: embedded.identities, stop: async () => undefined };
}

export function tokenOfDemoUser({ identities }: EmbeddedGarden, name: string): string {
  const person = identities.find((each) => each.name === name);
  if (person === undefined) throw new Error(`the demo has no ${name}`);
  return person.token;
}
