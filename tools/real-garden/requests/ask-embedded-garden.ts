import { startEmbeddedGarden } from "#garden/start-embedded-garden.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { accessTo } from "../garden-access.ts";
import { listGardenObjects, profilesOf } from "../garden-objects.ts";
import type { ComparedGarden } from "./compare-requests.ts";
import { casesOf, type RequestCase } from "./request-cases.ts";

/** The embedded garden, as the other side of a comparison. */
export interface EmbeddedComparedGarden extends ComparedGarden {
  /** All Shoots that nobody is deleting. */
  readonly shoots: readonly Shoot[];
  readonly casesOf: (shoot: Shoot) => readonly RequestCase[];
  readonly stop: () => Promise<void>;
}

/** @param now the instant that its landscape is dated from */
export async function startEmbeddedComparedGarden(now: Date): Promise<EmbeddedComparedGarden> {
  const garden = await startEmbeddedGarden({ now, life: false, speed: 1 });
  const tokens = Object.fromEntries(garden.identities.map(({ name, token }) => [name, token]));
  const access = accessTo({ url: garden.url, caPem: garden.caPem }, garden.identities[0]?.token ?? "");
  const profileOf = await profilesOf(access);
  return {
    access,
    tokens,
    shoots: (await listGardenObjects<Shoot>(access, "shoots")).filter(
      ({ metadata }) => metadata.deletionTimestamp === undefined,
    ),
    casesOf: (shoot) => casesOf(shoot, profileOf(shoot)),
    stop: () => {
      access.close();
      return garden.stop();
    },
  };
}
