import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { readProcessConfig, setTestApplication } from "#server/app/almanac.ts";
import { type Almanac, type ConnectedGarden, createAlmanac } from "#server/app/container.ts";
import { connectEmbeddedGarden, type EmbeddedGardenAccess, startTestGarden } from "#server/testing/embedded-garden.ts";

/**
 * Control channel of the browser tests into a server: loaded with --import before the server starts, it creates the
 * application that the server then uses. Commands arrive over an IPC channel that only the parent process has. Almanac
 * itself has no such channel and does not know this file (decision 015).
 */
const gardenSchema = z.object({
  url: z.string(),
  caPem: z.string(),
  almanacToken: z.string(),
  identities: z.array(
    z.object({ name: z.string(), displayName: z.string(), description: z.string(), token: z.string() }),
  ),
});
const requestSchema = z.discriminatedUnion("what", [
  // If a garden is given, the application connects to that garden, which another replica has started.
  z.object({ id: z.number(), what: z.literal("begin-anew"), garden: gardenSchema.optional() }),
  z.object({ id: z.number(), what: z.literal("pass-time"), ms: z.number().positive() }),
]);
type Request = z.infer<typeof requestSchema>;

/** How many times faster than in reality Gardener works while a test advances the garden's clock. */
const pace = 60;

let app: Almanac;
let garden: EmbeddedGarden | undefined;

/**
 * Starts an app with a garden whose clock moves only when a test advances it, so that Gardener's work is not over
 * before a slow page shows its start. Until all clusters have been read, requests get a 503.
 */
async function open(others?: EmbeddedGardenAccess): Promise<void> {
  const found = others === undefined ? await ownGarden() : connectEmbeddedGarden(others);
  app = await createAlmanac({ config: readProcessConfig(), findGarden: async () => found });
  while (!app.isReady()) await pause(5);
  app.ruleWatch?.start();
  app.deliverer?.start();
  setTestApplication(app);
}

async function ownGarden(): Promise<ConnectedGarden> {
  const { embedded, found } = await startTestGarden({ pace, speed: 0 });
  garden = embedded;
  return found;
}

/** Replaces garden and application by new ones, so that no change of an earlier test is left. */
async function beginAnew(others?: EmbeddedGardenAccess): Promise<void> {
  const before = app;
  await open(others);
  before.drain();
  await before.stop();
}

/** Returns how other replicas can connect to the garden. */
async function handle(request: Request): Promise<EmbeddedGardenAccess | undefined> {
  if (request.what === "begin-anew") await beginAnew(request.garden);
  else await garden?.clock.advance(request.ms);
  return garden && described(garden);
}

function described({ url, caPem, almanacToken, identities }: EmbeddedGarden): EmbeddedGardenAccess {
  return { url, caPem, almanacToken, identities };
}

process.on("message", (message) => {
  const request = requestSchema.parse(message);
  handle(request).then(
    (described) => process.send?.({ id: request.id, garden: described }),
    (error: unknown) => process.send?.({ id: request.id, error: String(error) }),
  );
});
// The parent process has ended, and no other process would end this one.
process.on("disconnect", () => process.exit(0));
await open();
