import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import type { Almanac } from "#server/app/container.ts";
import { tokenOfDemoUser } from "./embedded-garden.ts";
import { createSessionCookie } from "./route-test-bed.ts";

let devices = 0;

/** The Cookie header of a demo user who signs in on another device. */
export function deviceCookie(app: Almanac, embedded: EmbeddedGarden, identity: string): Promise<string> {
  devices += 1;
  const user = { name: identity, groups: [] };
  return createSessionCookie(app, {
    id: `${identity}-${devices}`,
    method: "demo",
    token: tokenOfDemoUser(embedded, identity),
    user,
  });
}
