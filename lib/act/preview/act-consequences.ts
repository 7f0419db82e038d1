import type { ActFinding, PoolEffect } from "#lib/contract/act.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { toWellTypedSpec } from "#lib/policy/changes/to-well-typed-spec.ts";
import { versionStepSizeOf } from "#lib/policy/forecast/version-step-size.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { operationCatalogue } from "#lib/policy/operations/catalogue.ts";
import { isPhasedFamily } from "#lib/policy/rotations/families.ts";
import { errorCodesOf } from "#lib/policy/status/error-codes.ts";
import { formatList, poolsLabel } from "#lib/words/format-list.ts";
import { describeMigrationEffect, effectsToAcknowledge } from "#lib/words/migration/migration-descriptions.ts";
import { rotationDescriptions } from "#lib/words/rotation-descriptions.ts";
import { isBindingMigration } from "../plan/migrate-binding-act.ts";
import { createActFinding, type PreviewInput } from "../plan/preview-input.ts";
import { deletionLeftoversLabel } from "./findings-after-act.ts";

/** Whether nodes are or may be replaced, updated in place or removed. */
export function affectsNodes(pools: readonly PoolEffect[]): boolean {
  return nodeConsequences.some(([, effects]) => pools.some(({ effect }) => effects.includes(effect)));
}

/** Returns whether nodes stay unchanged: neither a pool changes nor the cluster's hibernation settings. */
export function keepsNodesUnchanged({ before, plan }: PreviewInput, pools: readonly PoolEffect[]): boolean {
  return (
    pools.every(({ effect }) => effect === "none") &&
    semanticallyEqual(before.spec.hibernation, plan.after.spec.hibernation)
  );
}

/** Returns whether the control plane or a pool changes its minor or major version. */
export function changesMinorVersion({ before, plan }: Pick<PreviewInput, "before" | "plan">): boolean {
  const [old, next] = [toWellTypedSpec(before.spec), toWellTypedSpec(plan.after.spec)];
  const known = new Map(
    workerPoolsOf(old).map((pool) => [pool.name, pool.kubernetes?.version || old.kubernetes.version]),
  );
  const steps = workerPoolsOf(next).map((pool) => {
    const to = pool.kubernetes?.version || next.kubernetes.version;
    return [known.get(pool.name) ?? to, to] as const;
  });
  return [[old.kubernetes.version, next.kubernetes.version] as const, ...steps].some(
    ([from, to]) => versionStepSizeOf(from, to) !== "patch",
  );
}

/** Consequences for nodes, by the effect of a change on them. */
const nodeConsequences: readonly (readonly [id: string, effects: readonly string[], sentence: Message])[] = [
  ["nodes-replaced", ["rollingUpdate"], message("The nodes of {pools} are replaced, and their Pods move.")],
  [
    "nodes-updated",
    ["inPlaceAuto", "inPlaceManual"],
    message("The nodes of {pools} are drained and updated in place."),
  ],
  ["nodes-perhaps", ["providerDependent"], message("The nodes of {pools} may be replaced.")],
  ["pools-gone", ["deleted"], message("The nodes of {pools} go, with what is stored on them.")],
];

function ofPools(pools: readonly PoolEffect[]): readonly ActFinding[] {
  return nodeConsequences.flatMap(([id, effects, sentence]) => {
    const names = pools.filter(({ effect }) => effects.includes(effect)).map(({ name }) => name);
    return names.length === 0 ? [] : [createActFinding(id, text(sentence, { pools: poolsLabel(names) }))];
  });
}

function ofVersions(world: PreviewInput): readonly ActFinding[] {
  if (!changesMinorVersion(world)) return [];
  const control = [world.before.spec.kubernetes.version, world.plan.after.spec.kubernetes.version] as const;
  const back = text("Kubernetes cannot go back to the version before.");
  const apis = text("Workload that uses APIs which the new version no longer has stops working.");
  return [
    createActFinding("no-way-back", back),
    ...(control[0] === control[1] ? [] : [createActFinding("apis-removed", apis)]),
  ];
}

function ofBinding({ act }: PreviewInput): readonly ActFinding[] {
  if (!isBindingMigration(act)) return [];
  return [createActFinding("no-secret-binding-again", text("The cluster cannot go back to a SecretBinding."))];
}

function ofMove({ move }: PreviewInput): readonly ActFinding[] {
  const effects = move?.effects ?? [];
  return effects
    .filter(({ effect }) => effectsToAcknowledge.includes(effect))
    .map((each) => createActFinding(each.effect, describeMigrationEffect(each)));
}

function ofRotations({ asked }: PreviewInput): readonly ActFinding[] {
  return asked.flatMap(({ id }) => {
    const { step, families } = operationCatalogue[id];
    if (step === "complete") {
      // Clients do not need the old encryption key once all data are encrypted with the new one.
      const missed = families.filter((family) => family !== "etcdEncryptionKey");
      return missed.map((family) => createActFinding(`drops-${family}`, text(rotationDescriptions[family].afterwards)));
    }
    if (step !== "start" && step !== "start-without-rollout") return [];
    const phased = families.filter(isPhasedFamily).filter((family) => family !== "etcdEncryptionKey");
    if (phased.length === 0) return [];
    const duty = text("The rotation has to be completed by hand once every client has the new credentials.");
    return [createActFinding("rotation-duty", duty)];
  });
}

function ofDeletion({ before }: PreviewInput): readonly ActFinding[] {
  return [
    createActFinding("workload-gone", text("Everything that runs in the cluster ends.")),
    createActFinding(
      "data-gone",
      text("What is stored in its volumes is deleted with them, unless the volumes are kept by their policy."),
    ),
    createActFinding(
      "no-undo",
      text("The deletion of {name} cannot be taken back once it is requested.", { name: before.metadata.name }),
    ),
  ];
}

function ofForcedDeletion({ before }: PreviewInput): readonly ActFinding[] {
  const codes = errorCodesOf(before.status?.lastErrors);
  return [
    createActFinding(
      "codes",
      codes.length === 0
        ? text("No error code justifies it.")
        : text("It is done because of {codes}.", { codes: formatList(codes) }),
    ),
    createActFinding(
      "left-behind",
      text("Gardener leaves behind what it made in the cloud account: {leftovers}.", {
        leftovers: deletionLeftoversLabel(),
      }),
    ),
    createActFinding(
      "own-clean-up",
      text("I will find and remove what is left behind, and it costs money until then."),
    ),
  ];
}

/** Returns the consequences that the user must acknowledge before the action is sent, one tick each. */
export function consequencesOfAct(world: PreviewInput, pools: readonly PoolEffect[]): readonly ActFinding[] {
  const { act, asked, outlook } = world;
  if (act.kind === "delete") return ofDeletion(world);
  if (asked.some(({ id }) => id === "force-delete")) return ofForcedDeletion(world);
  const held = outlook.takesAlong === "likely";
  const sleeps = outlook.hibernates === true;
  const rolledOut = text("Changes of the specification that wait for the maintenance window are rolled out now.");
  const forced = text("Pools are changed again while their in-place update is still running.");
  const asleep = text("All nodes are removed, and nothing in the cluster runs until it wakes up.");
  return [
    ...(held ? [createActFinding("held-back", rolledOut)] : []),
    ...(asked.some(({ id }) => id === "force-in-place-update") ? [createActFinding("in-place-forced", forced)] : []),
    ...(sleeps || asked.some(({ id }) => id === "hibernate") ? [createActFinding("asleep", asleep)] : []),
    ...ofPools(pools),
    ...ofVersions(world),
    ...ofBinding(world),
    ...ofMove(world),
    ...ofRotations(world),
  ];
}
