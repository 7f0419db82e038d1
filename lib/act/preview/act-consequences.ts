import type { ActFinding, PoolEffect } from "#lib/contract/act.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { validSpec } from "#lib/policy/changes/valid-spec.ts";
import { updateStepOf } from "#lib/policy/forecast/update-step.ts";
import { poolsOf } from "#lib/policy/maintenance/version-state.ts";
import { operationCatalogue } from "#lib/policy/operations/catalogue.ts";
import { isPhasedFamily } from "#lib/policy/rotations/families.ts";
import { codesOf } from "#lib/policy/status/error-codes.ts";
import { formatList, poolsLabel } from "#lib/words/format-list.ts";
import { rotationDescriptions } from "#lib/words/rotation-descriptions.ts";
import { newFinding, type PreviewInput } from "../plan/preview-input.ts";
import { leftoversLabel } from "./act-afterwards.ts";

/** Whether nodes are or may be replaced, updated in place or removed. */
export function touchesNodes(pools: readonly PoolEffect[]): boolean {
  return nodeConsequences.some(([, effects]) => pools.some(({ effect }) => effects.includes(effect)));
}

/** Whether nodes stay exactly as they are: no pool changes, and neither does what puts the cluster to sleep. */
export function leavesNodesAlone({ before, plan }: PreviewInput, pools: readonly PoolEffect[]): boolean {
  return (
    pools.every(({ effect }) => effect === "none") &&
    semanticallyEqual(before.spec.hibernation, plan.after.spec.hibernation)
  );
}

/** Whether the control plane or a pool changes its minor or major version. */
export function crossesMinor({ before, plan }: Pick<PreviewInput, "before" | "plan">): boolean {
  const [old, next] = [validSpec(before.spec), validSpec(plan.after.spec)];
  const known = new Map(poolsOf(old).map((pool) => [pool.name, pool.kubernetes?.version || old.kubernetes.version]));
  const steps = poolsOf(next).map((pool) => {
    const to = pool.kubernetes?.version || next.kubernetes.version;
    return [known.get(pool.name) ?? to, to] as const;
  });
  return [[old.kubernetes.version, next.kubernetes.version] as const, ...steps].some(
    ([from, to]) => updateStepOf(from, to) !== "patch",
  );
}

/** Consequences for nodes, by the effect of a change. */
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
    return names.length === 0 ? [] : [newFinding(id, text(sentence, { pools: poolsLabel(names) }))];
  });
}

function ofVersions(world: PreviewInput): readonly ActFinding[] {
  if (!crossesMinor(world)) return [];
  const control = [world.before.spec.kubernetes.version, world.plan.after.spec.kubernetes.version] as const;
  const back = text("Kubernetes cannot go back to the version before.");
  const apis = text("Workload that uses APIs which the new version no longer has stops working.");
  return [newFinding("no-way-back", back), ...(control[0] === control[1] ? [] : [newFinding("apis-removed", apis)])];
}

function ofRotations({ asked }: PreviewInput): readonly ActFinding[] {
  return asked.flatMap(({ id }) => {
    const { step, families } = operationCatalogue[id];
    if (step === "complete") {
      // The old encryption key is needed by nobody once everything is encrypted with the new one.
      const missed = families.filter((family) => family !== "etcdEncryptionKey");
      return missed.map((family) => newFinding(`drops-${family}`, text(rotationDescriptions[family].afterwards)));
    }
    if (step !== "start" && step !== "start-without-rollout") return [];
    const phased = families.filter(isPhasedFamily).filter((family) => family !== "etcdEncryptionKey");
    if (phased.length === 0) return [];
    const duty = text("The rotation has to be completed by hand once every client has the new credentials.");
    return [newFinding("rotation-duty", duty)];
  });
}

function ofDeletion({ before }: PreviewInput): readonly ActFinding[] {
  return [
    newFinding("workload-gone", text("Everything that runs in the cluster ends.")),
    newFinding(
      "data-gone",
      text("What is stored in its volumes is deleted with them, unless the volumes are kept by their policy."),
    ),
    newFinding(
      "no-undo",
      text("The deletion of {name} cannot be taken back once it is requested.", { name: before.metadata.name }),
    ),
  ];
}

function ofForcedDeletion({ before }: PreviewInput): readonly ActFinding[] {
  const codes = codesOf(before.status?.lastErrors);
  return [
    newFinding(
      "codes",
      codes.length === 0
        ? text("No error code justifies it.")
        : text("It is done because of {codes}.", { codes: formatList(codes) }),
    ),
    newFinding(
      "left-behind",
      text("Gardener leaves behind what it made in the cloud account: {leftovers}.", { leftovers: leftoversLabel() }),
    ),
    newFinding("own-clean-up", text("I will find and remove what is left behind, and it costs money until then.")),
  ];
}

/** Consequences that the user must acknowledge before the act is sent, one tick each. */
export function actConsequences(world: PreviewInput, pools: readonly PoolEffect[]): readonly ActFinding[] {
  const { act, asked, outlook } = world;
  if (act.kind === "delete") return ofDeletion(world);
  if (asked.some(({ id }) => id === "force-delete")) return ofForcedDeletion(world);
  const held = outlook.takesAlong === "likely";
  const sleeps = outlook.hibernates === true;
  const rolledOut = text("Changes of the specification that wait for the maintenance window are rolled out now.");
  const forced = text("Pools are changed again while their in-place update is still running.");
  const asleep = text("All nodes are removed, and nothing in the cluster runs until it wakes up.");
  return [
    ...(held ? [newFinding("held-back", rolledOut)] : []),
    ...(asked.some(({ id }) => id === "force-in-place-update") ? [newFinding("in-place-forced", forced)] : []),
    ...(sleeps || asked.some(({ id }) => id === "hibernate") ? [newFinding("asleep", asleep)] : []),
    ...ofPools(pools),
    ...ofVersions(world),
    ...ofRotations(world),
  ];
}
