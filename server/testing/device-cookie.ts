import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import type { Almanac } from "#server/app/container.ts";
import { tokenOf } from "./embedded-garden.ts";
import { cookieOf } from "./route-test-bed.ts";

let devices = 0;

/** The cookie of a demo identity, signed in on a new device. */
export function deviceCookie(app: Almanac, embedded: EmbeddedGarden, identity: string): Promise<string> {
  devices += 1;
  const user = { name: identity, groups: [] };
  return cookieOf(app, { id: `${identity}-${devices}`, method: "demo", token: tokenOf(embedded, identity), user });
}
