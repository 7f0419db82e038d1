import "server-only";
import { z } from "zod";
import { type GardenIdentity, gardenIdentitySchema } from "#garden/api/identity/identity-file.ts";
import type { GardenDatabase } from "#garden/api/persistence/garden-database.ts";

const originSchema = z.object({ seed: z.number(), shoots: z.number() });
const positionSchema = z.object({
  version: z.number(),
  nowMs: z.number(),
  speed: z.number(),
  isMachineTime: z.boolean(),
});

/** What the landscape was made from. */
export type GardenOrigin = Readonly<z.infer<typeof originSchema>>;
/** Where the garden stands: its latest version, and its time. */
export type GardenPosition = Readonly<z.infer<typeof positionSchema>>;

/** What a garden that was started before knows about itself. */
export interface GardenFacts {
  readonly origin: GardenOrigin;
  readonly position: GardenPosition;
  readonly identity: GardenIdentity;
  readonly port: number;
}

/**
 * Undefined for a garden that is yet to be made.
 * @throws Error for facts that are not as they were written
 */
export function readFacts(database: Pick<GardenDatabase, "fact">, folder: string): GardenFacts | undefined {
  if (database.fact("origin") === undefined) return undefined;
  const read = <Value>(name: string, schema: z.ZodType<Value>): Value => {
    try {
      return schema.parse(JSON.parse(database.fact(name) ?? ""));
    } catch (cause) {
      throw new Error(`the database in ${folder} is damaged: its ${name} is not as it was written`, { cause });
    }
  };
  return {
    origin: read("origin", originSchema),
    position: read("position", positionSchema),
    identity: read("identity", gardenIdentitySchema),
    port: Number(database.fact("port") ?? 0),
  };
}
