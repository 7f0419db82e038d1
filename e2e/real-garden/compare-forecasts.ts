import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { parseEdition } from "#lib/policy/editions/edition.ts";
import { rulesOf } from "#lib/policy/editions/edition-rules.ts";
import { maintainedSpec, maintainShoot } from "#lib/policy/maintenance/maintain-shoot.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { differences } from "./differences.ts";
import { eventually } from "./eventually.ts";
import { type GardenAccess, refusalText } from "./garden-access.ts";
import { gardenGroup, listed, profilesOf } from "./garden-objects.ts";
import type { GardenerRelease } from "./release.ts";

/** What Almanac foresaw for one cluster, and what Gardener made of it. */
export interface ForecastResult {
  readonly shoot: string;
  /** Empty: Gardener left exactly what was foreseen. */
  readonly differences: readonly string[];
  readonly outcome: "nothing" | "updated" | "refused";
  readonly lastMaintenance: string;
}

interface Foreseen {
  readonly before: Shoot;
  readonly spec: ShootSpec;
  readonly outcome: ForecastResult["outcome"];
}

/**
 * Foresees the next maintenance run of every cluster that may be maintained, lets the controller-manager run it, and
 * compares what it left.
 */
export async function compareForecasts(
  admin: GardenAccess,
  { version, featureGates }: GardenerRelease,
): Promise<readonly ForecastResult[]> {
  const edition = parseEdition(version);
  const rules = rulesOf({ gardenlet: edition, apiServer: edition, gates: featureGates });
  const profileOf = await profilesOf(admin);
  const before = (await listed<Shoot>(admin, "shoots")).filter(mayBeMaintained);
  const foreseen = new Map<string, Foreseen>();
  for (const shoot of before) {
    const run = maintainShoot(shoot, profileOf(shoot), { now: Date.now(), rules });
    const outcome =
      run.violations.length > 0 ? "refused" : run.proposal.after === run.proposal.before ? "nothing" : "updated";
    foreseen.set(keyOf(shoot), { before: shoot, spec: maintainedSpec(shoot.spec, run), outcome });
  }
  for (const shoot of before) await maintain(admin, shoot);
  let after: readonly Shoot[] = [];
  await eventually("every cluster was maintained", async () => {
    after = (await listed<Shoot>(admin, "shoots")).filter((shoot) => foreseen.has(keyOf(shoot)));
    return after.every((shoot) => !isAskedFor(shoot));
  });
  return after.flatMap((shoot) => {
    const told = foreseen.get(keyOf(shoot));
    return told === undefined ? [] : [resultOf(shoot, told)];
  });
}

function keyOf({ metadata }: Shoot): string {
  return `${metadata.namespace}/${metadata.name}`;
}

/** The operation that an earlier run left for a gardenlet does not count: there is none to take it. */
function mayBeMaintained({ metadata }: Shoot): boolean {
  return metadata.deletionTimestamp === undefined;
}

function isAskedFor({ metadata }: Shoot): boolean {
  return metadata.annotations?.[annotations.operation] === "maintain";
}

async function maintain(admin: GardenAccess, { metadata }: Shoot): Promise<void> {
  const answer = await admin.send({
    method: "PATCH",
    path: `${gardenGroup}/namespaces/${metadata.namespace}/shoots/${metadata.name}`,
    body: { metadata: { annotations: { [annotations.operation]: "maintain" } } },
  });
  if (answer.code !== 200) throw new Error(`${metadata.name}: ${refusalText(answer)}`);
}

function resultOf(after: Shoot, { spec, outcome }: Foreseen): ForecastResult {
  const { state, description, failureReason } = after.status?.lastMaintenance ?? {};
  return {
    shoot: keyOf(after),
    differences: semanticallyEqual(spec, after.spec) ? [] : differences(spec, after.spec, "spec"),
    outcome,
    lastMaintenance: [state, description, failureReason].filter(Boolean).join(": "),
  };
}
