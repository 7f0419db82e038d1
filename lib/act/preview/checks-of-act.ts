import type { ActCheck, ActPreview, PoolEffect } from "#lib/contract/act.ts";
import { inlineHealthLabels } from "#lib/fleet/fields/health.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { message, text } from "#lib/language/text.ts";
import { toWellTypedSpec } from "#lib/policy/changes/to-well-typed-spec.ts";
import { readLifetime } from "#lib/policy/controllers/lifetime.ts";
import { lifetimeWarningPeriodMs } from "#lib/policy/next/diagnosis.ts";
import { releaseToCompareWithShoot } from "#lib/policy/next/next-view.ts";
import { findReconcileBlockers } from "#lib/policy/operations/evaluate-annotation.ts";
import { shootFacts } from "#lib/policy/operations/shoot-facts.ts";
import { poolsFarBehind } from "#lib/policy/readiness/pools-far-behind.ts";
import { pendingInPlacePools } from "#lib/policy/rotations/families.ts";
import { isFinding } from "#lib/policy/status/condition-assessment.ts";
import { viewConstraint } from "#lib/policy/status/constraints.ts";
import { isFailedAndUpToDate } from "#lib/policy/status/failed-and-up-to-date.ts";
import { callsMoveBack } from "#lib/policy/status/seed-move.ts";
import { utcClock } from "#lib/words/clock.ts";
import { constraintDescriptions, describeConstraintRemedy } from "#lib/words/constraint-descriptions.ts";
import { describeDiagnosisNote } from "#lib/words/diagnosis-descriptions.ts";
import { describeFailedMaintenance } from "#lib/words/failed-maintenance.ts";
import { noProfileDescriptions } from "#lib/words/forecast-descriptions.ts";
import { capitalize, poolsLabel } from "#lib/words/format-list.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import { describeMigrationObjection, uncheckedPartDescriptions } from "#lib/words/migration/migration-descriptions.ts";
import { describeNewerGarden, describeNewerGardenlet } from "#lib/words/state/newer-release-descriptions.ts";
import type { ActEvaluation } from "../plan/evaluate-act.ts";
import { findingsOfFieldErrors } from "../plan/field-error-findings.ts";
import { accessRulesOfAct, destinationOfMove, isSeedMove } from "../plan/move-seed-act.ts";
import type { PreviewInput } from "../plan/preview-input.ts";
import { gardenRulesCheckId } from "./garden-rules-check.ts";
import { readinessChecks } from "./readiness-checks.ts";

/** Maximum number of objects listed by name whose existence is unknown. */
const mostUnknown = 5;

function check(id: string, verdict: ActCheck["verdict"], sentence: string, enforced = false): ActCheck {
  return { id, verdict, sentence, enforced };
}

/** Error codes of a change, grouped by the check that shows them. */
const groups = [
  { id: "version-path", codes: /^K8S_/, pass: message("The versions can be reached in one step and are offered.") },
  {
    id: "skew",
    codes: /^POOL_(NEWER|SKEW)/,
    pass: message("No pool is ahead of the control plane or too far behind it."),
  },
  {
    id: "image",
    codes: /^IMAGE_|^MACHINE_|^CRI_|^ARCHITECTURE/,
    pass: message("The images are offered and run the pools' kubelets."),
  },
  { id: "fields", codes: /^FIELD_/, pass: message("Every field that the cluster sets is known to the version.") },
] as const;

function changeChecks({ impact, profile }: PreviewInput): readonly ActCheck[] {
  if (impact === undefined) return [];
  const told = groups.flatMap(({ id, codes, pass }) => {
    const faults = impact.faults.filter(({ code }) => codes.test(code));
    if (faults.length > 0)
      return findingsOfFieldErrors(faults).map(({ sentence }) => check(id, "block", sentence, true));
    if (impact.admissionChecked || id === "skew" || id === "fields") return [check(id, "pass", text(pass), true)];
    const why = profile.ok
      ? text("The garden checks this only after the other findings are fixed.")
      : text(noProfileDescriptions[profile.error]);
    return [check(id, "unknown", why, true)];
  });
  const known = (code: string) => groups.some(({ codes }) => codes.test(code)) || code === "IN_PLACE_UPDATE_PENDING";
  const others = impact.faults.filter(({ code }) => !known(code));
  return [...told, ...findingsOfFieldErrors(others).map(({ sentence }) => check("settings", "block", sentence, true))];
}

/** Returns checks for objects that the preview cannot look up; the garden checks them in its dry run. */
function unknownChecks({ unknown }: PreviewInput): readonly ActCheck[] {
  const told = unknown.slice(0, mostUnknown).map(({ kind, name }) => {
    const sentence = text(
      "You cannot see here whether there is the {kind} {name} that the cluster refers to; the garden knows.",
      { kind, name },
    );
    return check("references", "unknown", sentence, true);
  });
  const more = unknown.length - told.length;
  if (more === 0) return told;
  const sentence = text(
    "The same is not known of {more, plural, one {# more object} other {# more objects}} that the cluster refers to.",
    { more },
  );
  return [...told, check("references", "unknown", sentence, true)];
}

/** Advice against a version skew above two minors: Gardener documents two, though the API server accepts three. */
function skewAdvice({ plan, impact }: PreviewInput): readonly ActCheck[] {
  if (impact === undefined || !impact.accepted) return [];
  const pools = poolsFarBehind(toWellTypedSpec(plan.after.spec));
  if (pools.length === 0) return [];
  const sentence = text(
    "{pools} would be more than two minor versions behind, which Gardener's documentation advises against.",
    { pools: poolsLabel(pools) },
  );
  return [check("skew-advice", "warn", capitalize(sentence))];
}

function constraintChecks({ before, outlook }: PreviewInput): readonly ActCheck[] {
  const constraints = before.status?.constraints;
  if (!Array.isArray(constraints))
    return [check("constraints", "unknown", text("The cluster reports no constraints."))];
  const found = constraints
    .filter((one) => one !== null && typeof one === "object" && typeof one.type === "string")
    .map(viewConstraint)
    .filter(({ reading, informational }) => !informational && isFinding(reading));
  if (found.length === 0) return [check("constraints", "pass", text("No constraint stands against it."))];
  return found.map(({ type, consequence }) => {
    const help = describeConstraintRemedy(consequence, outlook.starts ? "goes-on" : "perhaps");
    return check("constraints", "warn", `${type}: ${constraintDescriptions[consequence].consequence} ${help}`);
  });
}

/** Says whether a failed cluster is retried: Gardener stops after a failure until a request or a changed spec. */
function failedDescription({ before, outlook, view, impact }: PreviewInput, named: string): string {
  if (outlook.starts && outlook.decision.outcome === "starts") {
    return isFailedAndUpToDate(before, releaseToCompareWithShoot(before, view.seed?.release))
      ? text("{named} has failed; with this request Gardener tries again.", { named })
      : text("{named} has failed, and Gardener is about to try again; the request goes with it.", { named });
  }
  if (impact?.accepted && outlook.decision.outcome === "failed" && !outlook.forControllerManager) {
    return text(
      "{named} has failed, and changes wait for the maintenance window: it stays failed, with a specification ahead of the cluster, until it is retried.",
      { named },
    );
  }
  return isFailedAndUpToDate(before, releaseToCompareWithShoot(before, view.seed?.release))
    ? text("{named} has failed; Gardener does nothing until it is retried.", { named })
    : text("{named} has failed, and Gardener is about to try again.", { named });
}

function lastOperationCheck(world: PreviewInput): ActCheck {
  const { before } = world;
  const id = "last-operation";
  const last = before.status?.lastOperation;
  if (!last?.state) return check(id, "unknown", text("Gardener has not worked on this cluster yet."));
  const named = last.type ?? text("operation");
  const callsBack = isSeedMove(world.act) && callsMoveBack(before, destinationOfMove(world.act));
  // A move that is called back holds nothing up any longer.
  const held = findReconcileBlockers(shootFacts(before, world.rules), world.context).filter(
    (each) => !callsBack || each.id !== "leaving-seed",
  );
  const onItsWay = ["Processing", "Pending", "Error", "Aborted"].includes(last.state);
  if (onItsWay && held.length > 0) {
    return check(id, "warn", text("{named} is not finished, and does not go on for now.", { named }));
  }
  // A move raises the generation of every cluster, so that Gardener migrates instead of waiting or trying again.
  const beginsMove = isSeedMove(world.act) && !callsBack && held.length === 0;
  if (beginsMove && ["Failed", "Error", "Aborted"].includes(last.state))
    return check(id, "warn", text("{named} has not succeeded; Gardener begins the move in its place.", { named }));
  switch (last.state) {
    case "Succeeded":
      return check(id, "pass", text("The last operation, {named}, succeeded.", { named }));
    case "Processing":
    case "Pending":
      return check(id, "warn", text("{named} is running; the request is taken up when it is over.", { named }));
    case "Error":
      return check(id, "warn", text("{named} meets errors, and Gardener is retrying it.", { named }));
    case "Aborted":
      return check(
        id,
        "warn",
        text("{named} was interrupted by a restart of Gardener, which takes it up again; the request goes with it.", {
          named,
        }),
      );
    case "Failed":
      return check(id, "warn", failedDescription(world, named));
    default:
      return check(
        id,
        "unknown",
        text("The last operation, {named}, is in a state that Almanac does not know: {state}.", {
          named,
          state: last.state,
        }),
      );
  }
}

/** Says before a maintenance run that the last one failed and why: the run may meet the same obstacle. */
function lastMaintenanceCheck({ before, asked }: PreviewInput): readonly ActCheck[] {
  const last = before.status?.lastMaintenance;
  if (last?.state !== "Failed" || !asked.some(({ id }) => id === "maintain")) return [];
  const failed = { at: parseInstant(last.triggeredTime), reason: last.failureReason ?? undefined };
  return [check("last-maintenance", "warn", describeFailedMaintenance(failed, utcClock))];
}

function hibernationCheck({ before, asked }: PreviewInput): readonly ActCheck[] {
  if (asked.some(({ id }) => id === "hibernate" || id === "wake-up")) return [];
  const [wished, is] = [before.spec.hibernation?.enabled === true, before.status?.hibernated === true];
  if (wished) return [check("hibernation", "warn", text("The cluster is hibernated, or on its way there."))];
  if (is) return [check("hibernation", "warn", text("The cluster is waking up."))];
  return [check("hibernation", "pass", text("The cluster is awake."))];
}

function inPlaceCheck({ before, impact }: PreviewInput): readonly ActCheck[] {
  const blocked = impact?.faults.filter(({ code }) => code === "IN_PLACE_UPDATE_PENDING") ?? [];
  if (blocked.length > 0)
    return findingsOfFieldErrors(blocked).map(({ sentence }) => check("in-place", "block", sentence, true));
  const { auto, manual } = pendingInPlacePools(before);
  const pending = [...auto, ...manual];
  if (pending.length === 0) return [check("in-place", "pass", text("No in-place update is pending."))];
  const names = pending.filter((name) => typeof name === "string");
  return [
    check("in-place", "warn", text("The in-place update of {pools} is not finished.", { pools: poolsLabel(names) })),
  ];
}

function rightsCheck({ context, act }: PreviewInput): ActCheck {
  const id = "rights";
  const answers = accessRulesOfAct(act).map((rule) => ({ rule, allowed: context.can?.(rule) }));
  const missing = answers.find(({ allowed }) => allowed === false)?.rule;
  if (missing !== undefined) {
    const { verb, resource, group } = missing;
    const sentence = text(
      "You lack the right to {verb} {resource} in {group}; an administrator of the project can grant it.",
      { verb, resource, group },
    );
    return check(id, "block", sentence, true);
  }
  if (answers.every(({ allowed }) => allowed === true))
    return check(id, "pass", text("You have the rights for it."), true);
  return check(id, "unknown", text("The garden could not be asked for your rights."), true);
}

/** Whether the destination of a move takes the cluster; its refusals are among the reasons of the evaluation. */
function destinationChecks({ act, move }: PreviewInput, { decision }: ActEvaluation): readonly ActCheck[] {
  if (!isSeedMove(act)) return [];
  const id = "destination";
  if (move?.check === undefined) return [check(id, "unknown", text("You cannot read the Seed."), true)];
  const { waits, doubts, unchecked } = move.check;
  return [
    ...(decision !== "deny" && decision !== "hide" && unchecked.length === 0
      ? [check(id, "pass", text("The garden accepts the Seed as the destination."), true)]
      : []),
    ...[...waits, ...doubts].map((each) => check(id, "warn", describeMigrationObjection(each))),
    ...unchecked.map((each) => check(id, "unknown", text(uncheckedPartDescriptions[each]), true)),
  ];
}

function healthCheck({ health }: PreviewInput): ActCheck {
  if (health === "healthy") return check("health", "pass", text("All conditions are fine."));
  return check("health", "warn", text("The cluster is {health}.", { health: text(inlineHealthLabels[health]) }));
}

/** Warning if the cluster's lifetime ends soon. Actions that end the cluster themselves are checked elsewhere. */
function lifetimeCheck({ plan, act, now }: PreviewInput, when: ActPreview["when"]): readonly ActCheck[] {
  const lifetime = readLifetime(plan.after);
  if (lifetime.state !== "ends" || act.kind === "delete" || act.kind === "force-delete") return [];
  const beginsAt = when.at === "maintenance-window" ? parseInstant(when.window?.from) : undefined;
  const values = { time: formatDateTime(lifetime.endsAt, utcClock) };
  if (beginsAt !== undefined && beginsAt >= lifetime.endsAt) {
    const sentence = text("Gardener deletes this cluster at {time}, before the window begins.", values);
    return [check("lifetime", "warn", sentence)];
  }
  if (lifetime.endsAt > now + lifetimeWarningPeriodMs) return [];
  return [
    check(
      "lifetime",
      "warn",
      describeDiagnosisNote({ id: "lifetime-ends", at: formatInstant(lifetime.endsAt) }, utcClock),
    ),
  ];
}

/** Reasons against an operation, as checks, so that one list shows everything that blocks. */
function judgementChecks(judgement: ActEvaluation, told: readonly ActCheck[]): readonly ActCheck[] {
  if (judgement.decision !== "deny" && judgement.decision !== "hide") return [];
  const known = new Set(told.map(({ sentence }) => sentence));
  return judgement.reasons
    .filter(({ id, sentence }) => id !== "rbac-missing" && !known.has(sentence))
    .map(({ id, sentence }) => check(id, "block", sentence, !judgement.refusedByUs));
}

/** Returns a check whether the rules used for the preview match the Gardener release of the cluster. */
function rulesCheck({ before, view: { release } }: PreviewInput): readonly ActCheck[] {
  const garden = describeNewerGarden(release);
  if (garden !== undefined) return [check(gardenRulesCheckId, "warn", garden)];
  const gardenlet = describeNewerGardenlet(before.status?.gardener?.version, release);
  return gardenlet === undefined ? [] : [check("gardenlet-rules", "warn", gardenlet)];
}

/**
 * Returns the checks of an action with their results. Only rules that the garden enforces block with certainty; the
 * others are advice of Almanac. Facts that the garden does not show are reported as unknown.
 */
export function checksOfAct(
  world: PreviewInput,
  judgement: ActEvaluation,
  { pools, when }: { readonly pools: readonly PoolEffect[]; readonly when: ActPreview["when"] },
): readonly ActCheck[] {
  const told = [
    rightsCheck(world),
    ...destinationChecks(world, judgement),
    ...lifetimeCheck(world, when),
    ...changeChecks(world),
    ...unknownChecks(world),
    ...skewAdvice(world),
    ...inPlaceCheck(world),
    lastOperationCheck(world),
    ...lastMaintenanceCheck(world),
    healthCheck(world),
    ...hibernationCheck(world),
    ...constraintChecks(world),
    ...readinessChecks(world, { pools, when }),
    ...rulesCheck(world),
  ];
  return [...judgementChecks(judgement, told), ...told];
}
