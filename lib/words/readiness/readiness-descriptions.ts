import { secondMs } from "#lib/kube/time-units.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type {
  FailedOperationRetrier,
  MinorStep,
  ReadinessFinding,
  ReadinessFindingId,
  ReadinessSeverity,
  RotationStepUnderWay,
  StepBlockerId,
  UnreadPart,
} from "#lib/policy/readiness/readiness-finding.ts";
import type { RemedyRole } from "#lib/policy/status/error-codes.ts";
import { describeCondition } from "../condition-descriptions.ts";
import { constraintDescriptions, describeConstraintRemedy } from "../constraint-descriptions.ts";
import { describeErrorCode } from "../error-code-descriptions.ts";
import { describeFieldError } from "../field-error-descriptions.ts";
import { capitalize, formatList, poolsLabel, rotationFamilyLabel } from "../format-list.ts";
import { formatDuration } from "../format-time.ts";
import { rotationWaitDescriptions } from "../rotation-descriptions.ts";
import { nextStepDescriptions } from "../state/next-step-descriptions.ts";
import { specCleanupLabel } from "../step-descriptions.ts";
import type { StatusHue } from "../version-stage.ts";
import { contentsDescribers, describeIncompleteParts } from "./contents-descriptions.ts";
import type { ReadinessDescription } from "./readiness-description.ts";

type Described<Id extends ReadinessFindingId> = (
  finding: ReadinessFinding<Id>,
  way: MinorStep["way"],
) => ReadinessDescription;

export const readinessSeverityLabels: Readonly<
  Record<ReadinessSeverity, { readonly label: Message; readonly hue: StatusHue }>
> = {
  blocks: { label: message("Blocks"), hue: "negative" },
  risk: { label: message("Risk"), hue: "caution" },
  note: { label: message("Note"), hue: "neutral" },
};

export const remedyRoleLabels: Readonly<Record<RemedyRole, Message>> = {
  user: message("Owner"),
  provider: message("Provider"),
  operator: message("Operator"),
  gardener: message("Gardener"),
};

const certaintyDescriptions: Readonly<Record<ReadinessFinding["certainty"], Message>> = {
  known: message("Known from the cluster's objects."),
  assumed: message("Depends on assumptions."),
};

/** Says how sure a finding is, and what was not read completely for it. */
export function describeReadinessCertainty(finding: ReadinessFinding): string {
  const certainty = text(certaintyDescriptions[finding.certainty]);
  const incomplete = "incomplete" in finding ? describeIncompleteParts(finding.incomplete) : "";
  return incomplete === "" ? certainty : `${certainty} ${incomplete}`;
}

/** What was not looked at, as sentences. */
export const unreadPartDescriptions: Readonly<Record<UnreadPart, Message>> = {
  inside: message(
    "Nobody looked inside the cluster: not at its webhooks, disruption budgets, Pods and volumes, nor at the APIs that it uses.",
  ),
  "inside-since": message(
    "The look inside the cluster is older than 15 minutes, or the cluster's spec has changed since: what is new inside is not known.",
  ),
  "machine-quota": message(
    "The quotas and the capacity of the cloud account were not read; rolling pools need additional machines.",
  ),
  profile: message("The CloudProfile could not be read: versions and images were not checked."),
  seed: message("The Seed could not be read: whether it starts anything was not checked."),
  conditions: message("Gardener reports no conditions of the cluster."),
  constraints: message("Gardener reports no constraints of the cluster, or has not checked them while it sleeps."),
  "api-removals": message("Which APIs this version removes is not known here, so that their use was not looked for."),
};

const blockerDescriptions: Readonly<Record<StepBlockerId, Message>> = {
  ignored: message("Gardener is told to ignore the cluster."),
  "seed-stopped": message("The operator has stopped all reconciliations on the Seed {seed}."),
  "seed-silent": message("Nothing has been heard from the gardenlet of the Seed {seed}."),
  "seed-not-ready": message("The Seed {seed} is not ready, so that nothing is started on it."),
};

const blockerRemedies = {
  ignored: nextStepDescriptions["remove-annotation"],
  "seed-stopped": nextStepDescriptions["lift-stop"],
  "seed-silent": nextStepDescriptions["start-gardenlet"],
  "seed-not-ready": nextStepDescriptions["make-seed-ready"],
} as const satisfies { readonly [Id in StepBlockerId]: Message };

const rotationStateDescriptions: Readonly<Record<RotationStepUnderWay, Message>> = {
  preparing: message("The rotation of the {family} is being prepared."),
  "waiting-for-pools": message("The rotation of the {family} waits for pools to be rolled."),
  "ready-to-complete": message("The rotation of the {family} is prepared and waits to be completed."),
  completing: message("The rotation of the {family} is being completed."),
  unrecognised: message("The rotation of the {family} is in a phase that Almanac does not know."),
};

const retrierDescriptions: Readonly<Record<FailedOperationRetrier, Message>> = {
  gardener: message("Gardener starts it again, and without a remedy it meets the same cause."),
  maintenance: message("The maintenance run starts it again, and without a remedy it meets the same cause."),
  step: message("The step starts it again, and without a remedy it meets the same cause."),
};

const operationName = (operation: string | undefined) => ({ named: operation ?? text("operation") });
const specOnly = () => text("The step changes the specification only; the cluster stays as it is.");

const refusedStep = (way: MinorStep["way"]) =>
  way === "chosen"
    ? text("The API server refuses this step.")
    : text("The API server refuses the whole maintenance run, so nothing is updated.");

const describers: { readonly [Id in ReadinessFindingId]: Described<Id> } = {
  ...contentsDescribers,
  refused: ({ error }, way) => ({
    sentence: error.path === "" ? describeFieldError(error) : `${error.path}: ${describeFieldError(error)}`,
    unless: refusedStep(way),
    how: text("Change it before the step."),
  }),
  "spec-frozen": ({ isFailed }, way) => ({
    sentence: isFailed
      ? text("The move of the control plane to another Seed has failed, and until it is over nothing can be changed.")
      : text("The control plane is moving to another Seed, and until it is there nothing can be changed."),
    unless: refusedStep(way),
    how: text(isFailed ? nextStepDescriptions["fix-and-retry"] : nextStepDescriptions.wait),
  }),
  "not-reconciled": ({ blocker, seed }) => ({
    sentence: text(blockerDescriptions[blocker], { seed: seed ?? "" }),
    unless: specOnly(),
    how: text(blockerRemedies[blocker]),
  }),
  "perhaps-ignored": () => ({
    sentence: text(
      "An annotation tells Gardener to ignore the cluster. It has no effect unless the operator allows it.",
    ),
    unless: text("If it has an effect, the step changes the specification only."),
    how: text(nextStepDescriptions["remove-annotation"]),
  }),
  "failed-and-confined": ({ operation }) => ({
    sentence: text("{named} has failed, and changes wait for the maintenance window.", operationName(operation)),
    unless: specOnly(),
    how: text(nextStepDescriptions["fix-and-retry"]),
  }),
  "operation-failed": ({ operation, again }) => ({
    sentence: text("{named} has failed.", operationName(operation)),
    unless: text(retrierDescriptions[again]),
    how: text(nextStepDescriptions[again === "gardener" ? "fix-and-wait" : "fix-and-retry"]),
  }),
  "operation-retrying": ({ operation }) => ({
    sentence: text("{named} meets errors, and Gardener is retrying it.", operationName(operation)),
    unless: text("Without a remedy, the step meets the same cause."),
    how: text(nextStepDescriptions["fix-and-wait"]),
  }),
  "operation-running": ({ operation, isInterrupted }) => ({
    sentence: isInterrupted
      ? text("{named} was interrupted by a restart of Gardener, which takes it up again.", operationName(operation))
      : text("{named} is running.", operationName(operation)),
    unless: text("The step is taken up when it is over."),
    how: text(nextStepDescriptions.wait),
  }),
  "field-changed": ({ cleanup }) => ({
    sentence: text("Maintenance changes spec.{field} with the version: {change}.", {
      field: cleanup.field,
      change: specCleanupLabel(cleanup),
    }),
    unless: text("What the field did until now ends with the step, unless its value moves elsewhere."),
    how: text("Change it yourself before the step."),
  }),
  constraint: ({ type, consequence }) => ({
    sentence: `${type}: ${text(constraintDescriptions[consequence].consequence)}`,
    unless: text("The step is made all the same; what the constraint warns of can meet it."),
    how: describeConstraintRemedy(consequence, "perhaps"),
  }),
  "conditions-failing": ({ types }) => ({
    sentence: types.map((type) => describeCondition(type).failing).join(" "),
    unless: text("The step begins on a cluster that is not healthy, and can stop halfway."),
    how: text(nextStepDescriptions["look-at-conditions"]),
  }),
  "conditions-unknown": ({ types }) => ({
    sentence: text("Gardener does not know: {names}.", {
      names: formatList(types.map((type) => describeCondition(type).name)),
    }),
    unless: text("The step begins on a cluster of unknown health."),
    how: text(nextStepDescriptions["look-at-conditions"]),
  }),
  rotation: ({ family, step, wait }) => ({
    sentence: text(rotationStateDescriptions[step], { family: rotationFamilyLabel(family) }),
    unless:
      step === "ready-to-complete"
        ? text("The step does not complete it.")
        : text("If nodes or clients fail meanwhile, two changes can be the cause."),
    how: text(wait === undefined ? nextStepDescriptions.wait : rotationWaitDescriptions[wait]),
  }),
  capacity: ({ code }) => ({
    sentence: describeErrorCode(code),
    unless: text("Without additional machines, nodes cannot be replaced."),
    how: text("Raise the quota, choose other machines, or let the pools roll without additional ones."),
  }),
  "in-place-pending": ({ pools }) => ({
    sentence: capitalize(text("The in-place update of {pools} is not finished.", { pools: poolsLabel(pools) })),
    unless: text("Their nodes fall another version behind."),
    how: text("Finish it before the step."),
  }),
  "in-place-manual": ({ pools }) => ({
    sentence: capitalize(
      text("The nodes of {pools} are updated in place, once you select them.", {
        pools: poolsLabel(pools),
      }),
    ),
    unless: text("Their nodes keep the old version."),
    how: text("Select the nodes after the step, one at a time."),
  }),
  "pools-behind": ({ pools }) => ({
    sentence: capitalize(
      text("{pools} would be more than two minor versions behind, which Gardener's documentation advises against.", {
        pools: poolsLabel(pools),
      }),
    ),
    unless: text("The next minor after this one is refused."),
    how: text("Raise the pools first."),
  }),
  "window-short": ({ pools, windowSeconds, usualSeconds, mostSeconds }) => ({
    sentence: capitalize(
      text(
        "{pools}: replacing the nodes takes {least} to {most} if each is ready after three minutes and draining takes no time, at most {worst}; the window has {window}.",
        {
          pools: poolsLabel(pools),
          least: formatDuration(usualSeconds.least * secondMs),
          most: formatDuration(usualSeconds.most * secondMs),
          worst: formatDuration(mostSeconds * secondMs),
          window: formatDuration(windowSeconds * secondMs),
        },
      ),
    ),
    unless: text("Nodes that are not replaced by then are replaced after the window."),
    how: text("Lengthen the window, or raise maxSurge of the pools."),
  }),
};

function described<Id extends ReadinessFindingId>(
  finding: ReadinessFinding<Id>,
  way: MinorStep["way"],
): ReadinessDescription {
  const describer: Described<Id> = describers[finding.id];
  return describer(finding, way);
}

/** Texts for a finding: what is the case, what happens if nothing is done, and how it is fixed. */
export function describeReadinessFinding(finding: ReadinessFinding, way: MinorStep["way"]): ReadinessDescription {
  return described(finding, way);
}
