import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { installAlmanac, processConfig } from "#server/app/almanac.ts";
import { type Almanac, createAlmanac, type FoundGarden } from "#server/app/container.ts";
import { type DescribedGarden, embeddedForTest, gardenThrough } from "#server/testing/embedded-garden.ts";

/**
 * The journeys' door into a server: loaded with --import before the server's own start, it makes the application that
 * the server then finds in its place. What comes in, comes from the process that started this one, over a channel that
 * only a parent can open. The product has no such channel, and nothing in it knows this file (decision 015).
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
  // With a garden: in front of that one, which another replica has made.
  z.object({ id: z.number(), what: z.literal("begin-anew"), garden: gardenSchema.optional() }),
  z.object({ id: z.number(), what: z.literal("pass-time"), ms: z.number().positive() }),
]);
type Request = z.infer<typeof requestSchema>;

/** How many times faster than in reality Gardener works while a journey lets time pass. */
const pace = 60;

let app: Almanac;
let garden: EmbeddedGarden | undefined;

/**
 * In the garden time passes only when a journey says so: what Gardener does cannot be over before a slow page has shown
 * that it began. The door is open once every cluster has been read, for until then everybody is told to come again.
 */
async function open(others?: DescribedGarden): Promise<void> {
  const found = others === undefined ? await ownGarden() : gardenThrough(others);
  app = await createAlmanac({ config: processConfig(), findGarden: async () => found });
  while (!app.isReady()) await pause(5);
  app.ruleWatch?.start();
  app.deliverer?.start();
  installAlmanac(app);
}

async function ownGarden(): Promise<FoundGarden> {
  const { embedded, found } = await embeddedForTest({ pace, speed: 0 });
  garden = embedded;
  return found;
}

/** Another garden with another Almanac in front: nothing is left of what was done before. */
async function beginAnew(others?: DescribedGarden): Promise<void> {
  const before = app;
  await open(others);
  before.drain();
  await before.stop();
}

/** Answers how the garden is reached, for other replicas. */
async function handle(request: Request): Promise<DescribedGarden | undefined> {
  if (request.what === "begin-anew") await beginAnew(request.garden);
  else await garden?.clock.advance(request.ms);
  return garden && described(garden);
}

function described({ url, caPem, almanacToken, identities }: EmbeddedGarden): DescribedGarden {
  return { url, caPem, almanacToken, identities };
}

process.on("message", (message) => {
  const request = requestSchema.parse(message);
  handle(request).then(
    (described) => process.send?.({ id: request.id, garden: described }),
    (error: unknown) => process.send?.({ id: request.id, error: String(error) }),
  );
});
// Whoever opened the door is gone: nobody else would end this process.
process.on("disconnect", () => process.exit(0));
await open();
