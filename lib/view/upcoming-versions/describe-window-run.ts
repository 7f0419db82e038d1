import { type Message, message, text } from "#lib/language/text.ts";
import type {
  PlannedWindowRun,
  WindowFacts,
  WindowForecast,
  WindowRotation,
} from "#lib/policy/next/forecast-window.ts";
import type { ReconcileBlocker } from "#lib/policy/next/reconcile-blocker.ts";
import type { OperationReason } from "#lib/policy/operations/reasons.ts";
import { utcClock } from "#lib/words/clock.ts";
import { notMaintainedDescription } from "#lib/words/forecast-descriptions.ts";
import { formatList, rotationFamilyLabel } from "#lib/words/format-list.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import { describeReason } from "#lib/words/reason-descriptions.ts";

/** Effects of the next window, as sentences. */
export interface NextWindowPlan {
  readonly will: readonly string[];
  /** Effects that depend on the time of the maintenance run, or on the state by then. */
  readonly may: readonly string[];
  readonly willNot: readonly string[];
}

/** Describes why there is no maintenance run. */
export function describeNoMaintenance(outlook: Extract<WindowForecast, { readonly outcome: "none" }>): string {
  if (outlook.because === "deleting") return text(notMaintainedDescription);
  return text(
    "Maintain the cluster: its lifetime ends on {time}, and Gardener deletes it then or up to an hour later.",
    {
      time: formatDateTime(outlook.at, utcClock),
    },
  );
}

const holdLabels = ({ id, seed = "" }: ReconcileBlocker) => text(holds[id], { seed });

const holds: Readonly<Record<ReconcileBlocker["id"], Message>> = {
  ignored: message("Roll anything out: Gardener is told to ignore the cluster."),
  "seed-stopped": message("Roll anything out: the operator has stopped all reconciliations on the Seed {seed}."),
  "seed-silent": message("Roll anything out: nothing has been heard from the gardenlet of the Seed {seed}."),
};

function refusedLabel(reason: OperationReason): string {
  switch (reason.id) {
    case "migration-or-restore":
      return text(
        "Anything while the control plane moves to another Seed: the garden refuses every change of the specification, and with it the whole run.",
      );
    case "waking-up":
      return text(
        "Anything while the cluster wakes up: the garden refuses {operation} until it is awake, and with it the whole run. Wait until it is awake.",
        { operation: reason.operation },
      );
    case "hibernated":
      return text(
        "Anything while the cluster is hibernated: the garden refuses {operation} then, and with it the whole run.",
        { operation: reason.operation },
      );
    case "maintenance-operation":
      return text(
        "Anything while the cluster is hibernated: the garden refuses {operations} then, and with it the whole run.",
        { operations: formatList(reason.operations) },
      );
    default:
      return text("Anything, as things stand: the garden refuses the whole run. {reason}", {
        reason: describeReason(reason),
      });
  }
}

function rolloutLabel(
  { rollout, changes, scheduled }: PlannedWindowRun,
  steps: WindowFacts["steps"],
): Partial<NextWindowPlan> {
  const operations = scheduled.map((operation) => text("Run the scheduled operation {operation}.", { operation }));
  const waiting = scheduled.length > 0 ? [text("What is scheduled for the window waits, too.")] : [];
  const rolled =
    changes === "with-the-run" ? [text("Roll out the changes of the specification that wait for the window.")] : [];
  switch (rollout.id) {
    case "reconciles":
      return { will: [text("Reconcile the cluster."), ...rolled, ...operations] };
    case "reconciles-unless-failed":
      return {
        may: [text("Reconcile the cluster, unless its operation has failed again by then."), ...rolled, ...operations],
      };
    case "retries":
      return { will: [text("Retry the failed operation: the cluster is marked for it."), ...rolled], willNot: waiting };
    case "retries-by-version": {
      const retry = text(
        "Try the failed operation again: the new version in the specification wakes Gardener, although nobody asks for a retry.",
      );
      return { [rollout.certain ? "will" : "may"]: [retry], willNot: waiting };
    }
    case "stays-failed": {
      const failed = text("Reconcile: the last operation is Failed and needs a retry.");
      const ahead = steps === "none" ? [] : [text("New versions stand in the specification only until then.")];
      return { willNot: [[failed, ...ahead, ...waiting].join(" ")] };
    }
    case "sets-no-operation": {
      const unbuilt = text("Reconcile: Gardener has not begun to build the cluster, and a run sets no operation then.");
      return { willNot: [[unbuilt, ...waiting].join(" ")] };
    }
    case "waits": {
      const reconcile =
        rollout.until === "moved"
          ? text("Reconcile the cluster, if its control plane can move to its new Seed by then.")
          : text("Reconcile the cluster, if its Seed is ready by then.");
      return { may: [reconcile, ...rolled, ...operations] };
    }
    case "held":
      return { willNot: [[holdLabels(rollout.hold), ...waiting].join(" ")] };
    default:
      return rollout satisfies never;
  }
}

const rotationOutcomes: Readonly<Record<WindowRotation["outcome"], Message>> = {
  started: message("Rotate the {family}, which is due automatically."),
  failed: message("Report the rotation of the {family} as failed: one is under way. The rest of the run goes on."),
  "skipped-asleep": message("Rotate the {family}: it is due, and is skipped while the cluster sleeps."),
};

function rotationLabel({ family, outcome, certain }: WindowRotation, held: boolean): Partial<NextWindowPlan> {
  if (outcome === "started" && held) return {};
  const when = outcome === "skipped-asleep" ? "willNot" : certain ? "will" : "may";
  return { [when]: [text(rotationOutcomes[outcome], { family: rotationFamilyLabel(family) })] };
}

/** Describes the effects of a maintenance run other than version changes. */
export function describeWindowRun(run: PlannedWindowRun, steps: WindowFacts["steps"]): NextWindowPlan {
  const { refused, rotations, rollout, changes, perhapsIgnored, endsAt } = run;
  const parts: readonly Partial<NextWindowPlan>[] = [
    { willNot: refused === undefined ? [] : [refusedLabel(refused)] },
    rolloutLabel(run, steps),
    ...rotations.map((rotation) => rotationLabel(rotation, rollout.id === "held")),
  ];
  return {
    will: parts.flatMap(({ will = [] }) => will),
    may: [
      ...parts.flatMap(({ may = [] }) => may),
      ...(perhapsIgnored
        ? [
            text(
              "Gardener rolls nothing out, if the operator lets the annotation count that tells it to ignore the cluster.",
            ),
          ]
        : []),
      ...(endsAt === undefined
        ? []
        : [
            text("Gardener deletes the cluster in the window: its lifetime ends on {time}.", {
              time: formatDateTime(endsAt, utcClock),
            }),
          ]),
    ],
    willNot: [
      ...parts.flatMap(({ willNot = [] }) => willNot),
      ...(changes === "now"
        ? [text("Roll out the changes that wait: Gardener begins with them now, not in the window.")]
        : []),
    ],
  };
}
