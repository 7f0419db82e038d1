import type { Act } from "#lib/contract/act.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import type { MoveDestination } from "#lib/contract/migration/move-destinations.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { integerOfQuantity } from "#lib/kube/quantity.ts";
import { text } from "#lib/language/text.ts";
import type { GardenFacts } from "#lib/policy/editions/rules-of-shoot.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { extendLifetime, type LifetimeExtension } from "../plan/extend-lifetime-act.ts";
import { moveSeedAct } from "../plan/move-seed-act.ts";
import { actOfUpdateDraft } from "../updates/act-of-update-draft.ts";
import {
  controlPlaneTargets,
  preferredControlPlaneTarget,
  withControlPlaneTarget,
} from "../updates/control-plane-targets.ts";
import { imageTargets, preferredImageTarget } from "../updates/image-targets.ts";
import { createUpdateContext, type UpdateContext } from "../updates/spec-validator.ts";
import { emptyUpdateDraft, type UpdateDraft, withPoolEdit } from "../updates/update-draft.ts";
import { type BulkIntent, bestSeed } from "./bulk-run.ts";

/** A cluster's state for composing an action, read for each cluster because a patch replaces list fields completely. */
interface ClusterNow {
  readonly shoot: Shoot;
  /** Effective profile of the cluster; undefined if it cannot be read. */
  readonly profile: CloudProfileSpec | undefined;
  readonly garden: GardenFacts;
  readonly lifetime: ClusterDetail["lifetime"];
  /** Seeds to which the control plane can move, best first; needed only for moves to the best Seed. */
  readonly destinations?: readonly MoveDestination[] | undefined;
  /** Number of clusters of the same plan that move to each Seed already. */
  readonly planned?: ReadonlyMap<string, number> | undefined;
  /** Current time in epoch milliseconds. */
  readonly now: number;
}

/** Returns whether the cluster and its profile have to be read to compose an action for the intent. */
export function intentNeedsClusterState({ kind }: BulkIntent): boolean {
  return kind !== "act";
}

/** Composes the action of an intent for one cluster, or returns the reason why there is none. */
export function composeActForCluster(
  intent: BulkIntent,
  { shoot, profile, lifetime, destinations = [], planned = new Map(), ...at }: ClusterNow,
): Result<Act, string> {
  if (intent.kind === "act") return ok(intent.act);
  if (intent.kind === "move-seed") return moveToSeed(intent.seed, shoot, { destinations, planned });
  if (intent.kind === "extend-lifetime") return furthestEnd(extendLifetime(lifetime, shoot, at.now));
  if (profile === undefined) return fail(text("Its CloudProfile cannot be read, so no version can be chosen."));
  const context = createUpdateContext(shoot, prepareProfile(profile), at);
  const draft = draftOf(intent, context);
  if (!draft.ok) return draft;
  const act = actOfUpdateDraft(shoot.spec, draft.value, context.rules);
  return act === undefined ? fail(text("Nothing would change.")) : ok(act);
}

function draftOf(
  intent: Exclude<BulkIntent, { kind: "act" | "extend-lifetime" | "move-seed" }>,
  context: UpdateContext,
): Result<UpdateDraft, string> {
  switch (intent.kind) {
    case "newest-patch":
      return newestPatch(context);
    case "kubernetes-version":
      return toVersion(context, intent.version);
    default:
      return newestImages(context);
  }
}

type Destinations = Required<Pick<ClusterNow, "destinations" | "planned">>;

function moveToSeed(seed: string, shoot: Shoot, found: Destinations): Result<Act, string> {
  if (seed !== bestSeed) {
    // A Seed that hosts the control plane still would take back a move that somebody else has requested.
    const isThere = seed === shoot.spec.seedName || seed === shoot.status?.seedName;
    return isThere ? fail(text("It is on {seed} already.", { seed })) : ok(moveSeedAct(seed));
  }
  const best = bestDestination(found);
  return best === undefined ? fail(text("Something speaks against every other Seed.")) : ok(moveSeedAct(best.name));
}

/**
 * The best Seed is one that nothing speaks against, because a doubt would leave the cluster waiting on two Seeds, and of
 * those the one with the fewest clusters, including those that the same plan moves there.
 */
function bestDestination({ destinations = [], planned }: Destinations): MoveDestination | undefined {
  const comingTo = ({ name }: MoveDestination) => planned?.get(name) ?? 0;
  const loadOf = (seed: MoveDestination) => (seed.clusters ?? 0) + comingTo(seed);
  const hasRoom = (seed: MoveDestination) => {
    const most = seed.capacity === undefined ? undefined : integerOfQuantity(seed.capacity);
    return seed.clusters === undefined || most === undefined || loadOf(seed) < most;
  };
  return (
    destinations
      // To call a waiting move back is a decision about that cluster, and none of a plan that moves many.
      .filter(({ isReturn }) => isReturn !== true)
      .filter(({ refusals, waits, doubts }) => [...refusals, ...waits, ...doubts].length === 0)
      .filter(hasRoom)
      .toSorted((a, b) => loadOf(a) - loadOf(b))[0]
  );
}

function furthestEnd(extension: LifetimeExtension | undefined): Result<Act, string> {
  if (extension === undefined) return fail(text("Nothing ends it."));
  return extension.refusal === undefined ? ok(extension.act) : fail(extension.refusal);
}

function newestPatch(context: UpdateContext): Result<UpdateDraft, string> {
  const target = preferredControlPlaneTarget(controlPlaneTargets(context, emptyUpdateDraft), "patch");
  if (target === undefined)
    return fail(
      text("{version} is the newest patch that its profile offers.", {
        version: context.shoot.spec.kubernetes.version,
      }),
    );
  return ok(withControlPlaneTarget(emptyUpdateDraft, target));
}

function toVersion(context: UpdateContext, version: string): Result<UpdateDraft, string> {
  if (context.shoot.spec.kubernetes.version === version) return fail(text("It is at {version} already.", { version }));
  const target = controlPlaneTargets(context, emptyUpdateDraft).find((each) => each.version === version);
  if (target === undefined) return fail(text("Its profile does not list {version}.", { version }));
  if (target.verdict === "refused") return fail(target.reasons[0] ?? text("{version} is refused.", { version }));
  return ok(withControlPlaneTarget(emptyUpdateDraft, target));
}

function newestImages(context: UpdateContext): Result<UpdateDraft, string> {
  const draft = (context.shoot.spec.provider.workers ?? []).reduce((wanted, pool) => {
    const target = preferredImageTarget(imageTargets(context, emptyUpdateDraft, pool), pool);
    return target === undefined
      ? wanted
      : withPoolEdit(wanted, pool.name, { image: { name: target.image, version: target.version } });
  }, emptyUpdateDraft);
  return Object.keys(draft.pools).length === 0
    ? fail(text("Every pool has the newest image version that its profile offers."))
    : ok(draft);
}
