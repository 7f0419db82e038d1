import type { Clock } from "#lib/words/clock.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import type { OperationProgress } from "./operation-progress.ts";

export interface EndMessage {
  readonly kind: "success" | "info" | "error";
  readonly title: string;
  readonly detail?: string;
}

interface EndedAct {
  readonly title: string;
  readonly target: { readonly project: string; readonly name: string };
}

/** What is said when an act has ended, wherever the person is by then; undefined where it was told at the act itself. */
export function endMessage(
  { title, target }: EndedAct,
  progress: OperationProgress,
  clock: Clock,
): EndMessage | undefined {
  const cluster = `${target.project}/${target.name}`;
  switch (progress.step) {
    case "succeeded":
      return { kind: "success", title: `${title}: ${cluster} succeeded` };
    case "deleted":
      return { kind: "success", title: `${cluster} is deleted` };
    case "scheduled":
      return {
        kind: "info",
        title: `${title}: ${cluster} is scheduled`,
        detail:
          progress.fromMs === undefined
            ? "For the next maintenance window."
            : `For ${formatDateTime(progress.fromMs, clock)}.`,
      };
    case "failed":
      return {
        kind: "error",
        title: `${title}: ${cluster} failed`,
        ...(progress.description !== undefined && { detail: progress.description }),
      };
    case "no-result":
      return {
        kind: "info",
        title: `${title}: no result reported for ${cluster}`,
        detail: "The garden accepted the request, and nothing has been reported since.",
      };
    case "gone":
      return {
        kind: "info",
        title: `${cluster} is no longer there`,
        detail: `What became of “${title}” was not seen.`,
      };
    default:
      return undefined;
  }
}
