import { text } from "#lib/language/text.ts";
import type { Hold } from "#lib/policy/next/hold.ts";
import type { PlannedWindowRun, WindowFacts, WindowOutlook, WindowRotation } from "#lib/policy/next/window-outlook.ts";
import type { Reason } from "#lib/policy/operations/reasons.ts";
import { utcClock } from "#lib/words/clock.ts";
import { notMaintainedSentence } from "#lib/words/forecast-sentences.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import { sentenceOfReason } from "#lib/words/reason-sentences.ts";
import { familyName, listed } from "#lib/words/words.ts";

/** What the next window brings, as sentences. */
export interface WindowPlan {
  readonly will: readonly string[];
  /** It depends on the moment of the run, or on what holds by then. */
  readonly may: readonly string[];
  readonly willNot: readonly string[];
}

const none: WindowPlan = { will: [], may: [], willNot: [] };

/** Why there is no run at all. */
export function neverMaintained(outlook: Extract<WindowOutlook, { readonly outcome: "none" }>): string {
  if (outlook.because === "deleting") return text(notMaintainedSentence);
  return text(
    "Maintain the cluster: its lifetime ends on {time}, and Gardener deletes it then or up to an hour later.",
    {
      time: formatDateTime(outlook.at, utcClock),
    },
  );
}

function heldWords({ id, seed = "" }: Hold): string {
  switch (id) {
    case "ignored":
      return text("Roll anything out: Gardener is told to ignore the cluster.");
    case "seed-stopped":
      return text("Roll anything out: the operator has stopped all reconciliations on the Seed {seed}.", { seed });
    case "seed-silent":
      return text("Roll anything out: nothing has been heard from the gardenlet of the Seed {seed}.", { seed });
    default:
      return id satisfies never;
  }
}

function refusedWords(reason: Reason): string {
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
        { operations: listed(reason.operations) },
      );
    default:
      return text("Anything, as things stand: the garden refuses the whole run. {reason}", {
        reason: sentenceOfReason(reason),
      });
  }
}

function rolloutWords({ rollout, changes, scheduled }: PlannedWindowRun, steps: WindowFacts["steps"]): WindowPlan {
  const operations = scheduled.map((operation) => text("Run the scheduled operation {operation}.", { operation }));
  const waiting = scheduled.length > 0 ? [text("What is scheduled for the window waits, too.")] : [];
  const rolled =
    changes === "with-the-run" ? [text("Roll out the changes of the specification that wait for the window.")] : [];
  switch (rollout.id) {
    case "reconciles":
      return { ...none, will: [text("Reconcile the cluster."), ...rolled, ...operations] };
    case "reconciles-unless-failed":
      return {
        ...none,
        may: [text("Reconcile the cluster, unless its operation has failed again by then."), ...rolled, ...operations],
      };
    case "retries":
      return {
        ...none,
        will: [text("Retry the failed operation: the cluster is marked for it."), ...rolled],
        willNot: waiting,
      };
    case "retries-by-version": {
      const retry = text(
        "Try the failed operation again: the new version in the specification wakes Gardener, although nobody asks for a retry.",
      );
      return rollout.certain
        ? { will: [retry], may: [], willNot: waiting }
        : { will: [], may: [retry], willNot: waiting };
    }
    case "stays-failed": {
      const failed = text("Reconcile: the last operation is Failed and needs a retry.");
      const ahead = steps === "none" ? [] : [text("New versions stand in the specification only until then.")];
      return { ...none, willNot: [[failed, ...ahead, ...waiting].join(" ")] };
    }
    case "sets-no-operation": {
      const unbuilt = text("Reconcile: Gardener has not begun to build the cluster, and a run sets no operation then.");
      return { ...none, willNot: [[unbuilt, ...waiting].join(" ")] };
    }
    case "waits": {
      const reconcile =
        rollout.until === "moved"
          ? text("Reconcile the cluster, if its control plane can move to its new Seed by then.")
          : text("Reconcile the cluster, if its Seed is ready by then.");
      return { ...none, may: [reconcile, ...rolled, ...operations] };
    }
    case "held":
      return { ...none, willNot: [[heldWords(rollout.hold), ...waiting].join(" ")] };
    default:
      return rollout satisfies never;
  }
}

function rotationWords({ family, outcome, certain }: WindowRotation, held: boolean): WindowPlan {
  const names = { family: familyName(family) };
  switch (outcome) {
    case "started": {
      const rotate = text("Rotate the {family}, which is due automatically.", names);
      if (held) return none;
      return certain ? { ...none, will: [rotate] } : { ...none, may: [rotate] };
    }
    case "failed": {
      const report = text(
        "Report the rotation of the {family} as failed: one is under way. The rest of the run goes on.",
        names,
      );
      return certain ? { ...none, will: [report] } : { ...none, may: [report] };
    }
    case "skipped-asleep":
      return {
        ...none,
        willNot: [text("Rotate the {family}: it is due, and is skipped while the cluster sleeps.", names)],
      };
    default:
      return outcome satisfies never;
  }
}

/** What happens in a run besides versions. */
export function runWords(run: PlannedWindowRun, steps: WindowFacts["steps"]): WindowPlan {
  const held = run.rollout.id === "held";
  const parts: readonly WindowPlan[] = [
    run.refused === undefined ? none : { ...none, willNot: [refusedWords(run.refused)] },
    rolloutWords(run, steps),
    ...run.rotations.map((rotation) => rotationWords(rotation, held)),
    run.changes === "now"
      ? {
          ...none,
          willNot: [text("Roll out the changes that wait: Gardener begins with them now, not in the window.")],
        }
      : none,
    run.perhapsIgnored
      ? {
          ...none,
          may: [
            text(
              "Gardener rolls nothing out, if the operator lets the annotation count that tells it to ignore the cluster.",
            ),
          ],
        }
      : none,
    run.endsAt === undefined
      ? none
      : {
          ...none,
          may: [
            text("Gardener deletes the cluster in the window: its lifetime ends on {time}.", {
              time: formatDateTime(run.endsAt, utcClock),
            }),
          ],
        },
  ];
  return {
    will: parts.flatMap(({ will }) => will),
    may: parts.flatMap(({ may }) => may),
    willNot: parts.flatMap(({ willNot }) => willNot),
  };
}
