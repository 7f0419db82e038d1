import "server-only";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import { seeds } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { GardenClient } from "../garden/garden-client.ts";
import { GardenError } from "../garden/garden-error.ts";

/** Whether a change touches what only the Seed knows: its zones, and the access restrictions that it supports. */
function asksSeed({ spec: before }: Shoot, { spec: after }: Shoot): boolean {
  return (
    !semanticallyEqual(before.controlPlane, after.controlPlane) ||
    !semanticallyEqual(before.accessRestrictions, after.accessRestrictions)
  );
}

/** The Seed by which a change is judged; undefined where it is not asked, or the user may not read it. */
export async function readSeedOf(
  client: Pick<GardenClient, "get">,
  { before, after }: { readonly before: Shoot; readonly after: Shoot },
  signal: AbortSignal,
): Promise<Seed | undefined> {
  const name = after.spec.seedName ?? "";
  if (!asksSeed(before, after) || !isDns1123Subdomain(name)) return undefined;
  try {
    return (await client.get<Seed>({ resource: seeds, name }, { signal })).body;
  } catch (error) {
    if (error instanceof GardenError && (error.reason === "not-found" || error.reason === "forbidden"))
      return undefined;
    throw error;
  }
}
