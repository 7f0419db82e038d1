import { z } from "zod";
import { installAlmanac, processConfig } from "#server/app/almanac.ts";
import { type Almanac, createAlmanac, type FoundGarden } from "#server/app/container.ts";
import { findGarden } from "#server/app/find-garden.ts";

/**
 * The journeys' door into a server: loaded with --import before the server's own start, it makes the application that
 * the server then finds in its place. What comes in, comes from the process that started this one, over a channel that
 * only a parent can open. The product has no such channel, and nothing in it knows this file (decision 015).
 */
const requestSchema = z.discriminatedUnion("what", [
  z.object({ id: z.number(), what: z.literal("begin-anew") }),
  z.object({ id: z.number(), what: z.literal("pass-time"), ms: z.number().positive() }),
]);
type Request = z.infer<typeof requestSchema>;

let app: Almanac;
let found: FoundGarden | undefined;

async function open(): Promise<void> {
  app = await createAlmanac({
    config: processConfig(),
    findGarden: async (config, log) => {
      found = await findGarden(config, log);
      return found;
    },
  });
  installAlmanac(app);
}

/** Another garden with another Almanac in front: nothing is left of what was done before. */
async function beginAnew(): Promise<void> {
  const before = app;
  await open();
  before.drain();
  await before.stop();
}

async function handle(request: Request): Promise<void> {
  if (request.what === "begin-anew") await beginAnew();
  else await found?.advance?.(request.ms);
}

process.on("message", (message) => {
  const request = requestSchema.parse(message);
  handle(request).then(
    () => process.send?.({ id: request.id }),
    (error: unknown) => process.send?.({ id: request.id, error: String(error) }),
  );
});
// Whoever opened the door is gone: nobody else would end this process.
process.on("disconnect", () => process.exit(0));
await open();
