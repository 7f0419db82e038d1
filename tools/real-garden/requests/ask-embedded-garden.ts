import { startEmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { removeExtensions } from "#garden/testing/without-extensions.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { createGardenAccess } from "../garden-access.ts";
import { listGardenObjects, profilesOf } from "../garden-objects.ts";
import type { ComparedGarden } from "./compare-requests.ts";
import { type RequestCase, requestCasesOf } from "./request-cases.ts";

/** The embedded garden, which is compared with a real garden. */
export interface EmbeddedComparedGarden extends ComparedGarden {
  /** All Shoots that are not being deleted. */
  readonly shoots: readonly Shoot[];
  readonly casesOf: (shoot: Shoot) => readonly RequestCase[];
  readonly stop: () => Promise<void>;
}

/** Starts an embedded garden for the comparison. @param now time to which the landscape is relative */
export async function startEmbeddedComparedGarden(now: Date): Promise<EmbeddedComparedGarden> {
  const garden = await startEmbeddedGarden({ now, life: false, speed: 1 });
  removeExtensions(garden);
  const tokens = Object.fromEntries(garden.identities.map(({ name, token }) => [name, token]));
  const access = createGardenAccess({ url: garden.url, caPem: garden.caPem }, garden.identities[0]?.token ?? "");
  const profileOf = await profilesOf(access);
  return {
    access,
    tokens,
    shoots: (await listGardenObjects<Shoot>(access, "shoots")).filter(
      ({ metadata }) => metadata.deletionTimestamp === undefined,
    ),
    casesOf: (shoot) => requestCasesOf(shoot, profileOf(shoot)),
    stop: () => {
      access.close();
      return garden.stop();
    },
  };
}
