import type { ActFinding } from "#lib/contract/act.ts";
import { forecastHorizon } from "#lib/forecast/horizon.ts";
import { formatVersionedComponent } from "#lib/forecast/versioned-component-key.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { text } from "#lib/language/text.ts";
import { cleanupPlan, forceDeletionLeftovers } from "#lib/policy/deletion/cleanup-plan.ts";
import { gardenReleaseContext } from "#lib/policy/editions/rules-of-shoot.ts";
import type { ComponentForecast } from "#lib/policy/forecast/component-forecast.ts";
import { versionExpiryOf } from "#lib/policy/forecast/expiry.ts";
import { createForecaster } from "#lib/policy/forecast/forecaster.ts";
import { automaticRotationDueAt, automaticRotationsOfRun } from "#lib/policy/operations/auto-rotation.ts";
import { operationCatalogue } from "#lib/policy/operations/catalogue.ts";
import { findRunRejection } from "#lib/policy/operations/maintenance-operations.ts";
import type { OperationRequest } from "#lib/policy/operations/operation-evaluation.ts";
import { shootFacts } from "#lib/policy/operations/shoot-facts.ts";
import { classificationContextAt } from "#lib/policy/versions/classification-context.ts";
import { utcClock } from "#lib/words/clock.ts";
import { describeDeadEndReason } from "#lib/words/dead-end-descriptions.ts";
import { noProfileDescriptions } from "#lib/words/forecast-descriptions.ts";
import { formatList, rotationFamilyLabel } from "#lib/words/format-list.ts";
import { formatDate, formatDuration } from "#lib/words/format-time.ts";
import { cleanupStepLabels, describeCleanupError } from "#lib/words/infrastructure-descriptions.ts";
import { describeMigrationEffect, effectsToAcknowledge } from "#lib/words/migration/migration-descriptions.ts";
import { rotationDescriptions } from "#lib/words/rotation-descriptions.ts";
import { versionedComponentLabel } from "#lib/words/step-descriptions.ts";
import { formatVersionEndDate } from "#lib/words/version-end.ts";
import { isSeedMove } from "../plan/move-seed-act.ts";
import { createActFinding, type PreviewInput } from "../plan/preview-input.ts";
import { deletionLeftoverDescriptions, deletionLeftoverLabels } from "./deletion-leftover-labels.ts";

function ofRotation({ id }: OperationRequest): readonly ActFinding[] {
  const { step, families } = operationCatalogue[id];
  if (step === "none" || step === "roll") return [];
  const isLast = step === "complete" || step === "one-step";
  return families.map((family) => {
    const { meanwhile, afterwards } = rotationDescriptions[family];
    return createActFinding(`rotation-${family}`, text(isLast ? afterwards : meanwhile));
  });
}

function ofDeletion({ before }: PreviewInput): readonly ActFinding[] {
  const plan = cleanupPlan(before.metadata.annotations ?? {});
  if (!plan.ok) return [createActFinding("clean-up-fault", describeCleanupError(plan.error), "metadata.annotations")];
  const steps = plan.value.steps.map(({ id, period, timeoutSeconds }) => {
    const label = text(cleanupStepLabels[id]);
    if (period === "skipped") return createActFinding(`clean-up-${id}`, text("{label}: skipped.", { label }));
    const forced = formatDuration(period.finalizeAfterSeconds * 1000);
    const attempt = formatDuration(timeoutSeconds * 1000);
    const sentence = text(
      "{label}: removed; finalizers are taken off after {forced}, and an attempt ends after {attempt}.",
      { label, forced, attempt },
    );
    return createActFinding(`clean-up-${id}`, sentence);
  });
  const last = text("Then the control plane, the nodes, the infrastructure and the DNS records go.");
  return [...steps, createActFinding("clean-up-last", last)];
}

function ofForcedDeletion(): readonly ActFinding[] {
  return forceDeletionLeftovers.map((left, index) =>
    createActFinding(`left-${index}`, text(deletionLeftoverDescriptions[left])),
  );
}

function nextOf({ id, hops, deadEnds, image }: ComponentForecast): readonly ActFinding[] {
  const name = image === undefined ? versionedComponentLabel(id) : `${versionedComponentLabel(id)} (${image})`;
  const key = formatVersionedComponent(id);
  const [hop] = [...hops].sort((a, b) => a.earliestAt - b.earliestAt);
  const [end] = [...deadEnds].sort((a, b) => a.fromAt - b.fromAt);
  const told: ActFinding[] = [];
  if (hop !== undefined && !(end !== undefined && end.fromAt < hop.earliestAt)) {
    const from = formatDate(hop.earliestAt, utcClock);
    const by = hop.latestAt === undefined ? "" : formatDate(hop.latestAt, utcClock);
    const when =
      by === ""
        ? text("from {day} on at the earliest", { day: from })
        : from === by
          ? text("on {day}", { day: from })
          : text("between {from} and {by}", { from, by });
    const values = { name, from: hop.from, to: hop.to, when };
    const sentence =
      hop.kind === "forced"
        ? text("{name} is forced from {from} to {to} {when}.", values)
        : text("{name} goes automatically from {from} to {to} {when}.", values);
    told.push(createActFinding(`next-${key}`, sentence));
  } else if (end !== undefined) {
    const day = formatDate(end.fromAt, utcClock);
    told.push(
      createActFinding(
        `stuck-${key}`,
        text("{name} is stuck from {day} on: {why}", { name, day, why: describeDeadEndReason(end) }),
      ),
    );
  }
  return told;
}

function expiryFindings({ prepared, now, rules, plan }: PreviewInput): readonly ActFinding[] {
  if (prepared === undefined) return [];
  const { version } = plan.after.spec.kubernetes;
  const entry = prepared.kubernetes.find((each) => each.text === version);
  const at = versionExpiryOf(entry, classificationContextAt(now, rules));
  const values = { version: version || text("(none)"), day: at === undefined ? "" : formatVersionEndDate(at) };
  const sentence =
    at === undefined
      ? text("Kubernetes {version} has no end date in the profile.", values)
      : at < now
        ? text("Kubernetes {version} expired on {day}.", values)
        : text("Kubernetes {version} expires on {day}.", values);
  return [createActFinding("expiry", sentence)];
}

/** Returns findings about the next versions, only for changes that concern versions. */
function ofVersions(world: PreviewInput): readonly ActFinding[] {
  const { profile, plan, before, view, now } = world;
  if (!profile.ok) return [createActFinding("no-profile", text(noProfileDescriptions[profile.error]))];
  const told = createForecaster(profile.value, gardenReleaseContext(view)).forecast(plan.after, {
    now,
    horizon: forecastHorizon(now),
  });
  if (told.outcome !== "foreseen") return [];
  const lanes = told.lanes.filter(({ followsControlPlane }) => !followsControlPlane);
  const steps = lanes.flatMap(nextOf);
  const quiet = createActFinding("no-step", text("No further version change in sight."));
  return semanticallyEqual(before.spec, plan.after.spec)
    ? []
    : [...expiryFindings(world), ...(steps.length > 0 ? steps : [quiet])];
}

function ofRetry({ before }: PreviewInput): readonly ActFinding[] {
  const since = parseInstant(before.status?.lastOperation?.lastUpdateTime);
  if (since === undefined) return [];
  return [
    createActFinding(
      "retry-cycle",
      text("The operation failed on {day}; a new period of retries begins.", { day: formatDate(since, utcClock) }),
    ),
  ];
}

/** Returns findings about automatic rotations that a maintenance run starts, skips or reports as failed. */
function ofMaintenance({ before, now, rules }: PreviewInput): readonly ActFinding[] {
  if (findRunRejection(shootFacts(before, rules), now) !== undefined) return [];
  const rotations = automaticRotationsOfRun(before, now, rules).map(({ family, outcome }) => {
    const values = { family: rotationFamilyLabel(family) };
    const sentence =
      outcome === "started"
        ? text("The rotation of the {family} is due, and starts with the run.", values)
        : text(
            "The rotation of the {family} is due, but one is under way: the run reports that part as failed.",
            values,
          );
    return createActFinding(`run-rotates-${family}`, sentence);
  });
  const dueAt = automaticRotationDueAt(before, "etcdEncryptionKey");
  const isSkipped = before.spec.hibernation?.enabled === true && dueAt !== undefined && dueAt < now;
  if (!isSkipped) return rotations;
  const sentence = text("The rotation of the {family} is due, and skipped while the cluster is hibernated.", {
    family: rotationFamilyLabel("etcdEncryptionKey"),
  });
  return [...rotations, createActFinding("etcd-skipped-asleep", sentence)];
}

/** What a move to another Seed changes, besides what is acknowledged before. */
function ofMove({ move }: PreviewInput): readonly ActFinding[] {
  const effects = move?.effects ?? [];
  return effects
    .filter(({ effect }) => !effectsToAcknowledge.includes(effect))
    .map((each) => createActFinding(each.effect, describeMigrationEffect(each)));
}

/** Findings about the time after an action: next expiry and update, tasks for credential users, leftovers. */
export function findingsAfterAct(world: PreviewInput): readonly ActFinding[] {
  const { act, asked, impact } = world;
  if (act.kind === "delete") return ofDeletion(world);
  if (act.kind === "force-delete") return ofForcedDeletion();
  const maintains = asked.some(({ id, when }) => id === "maintain" && when !== "in-window");
  const findings = [
    ...asked.flatMap(ofRotation),
    ...(maintains ? ofMaintenance(world) : []),
    ...(act.kind === "operation" && act.id === "retry" ? ofRetry(world) : []),
    ...(act.kind === "change" && impact?.accepted && !isSeedMove(act) ? ofVersions(world) : []),
    ...ofMove(world),
  ];
  return [...new Map(findings.map((one) => [one.id, one])).values()];
}

/** Lists the possible leftovers of a forced deletion, for use in the text of a consequence. */
export function deletionLeftoversLabel(): string {
  return formatList(forceDeletionLeftovers.map((left) => text(deletionLeftoverLabels[left])));
}
