import { text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import type { ActProgress } from "./operation-progress.ts";

export interface EndNotification {
  readonly kind: "success" | "info" | "error";
  readonly title: string;
  readonly detail?: string;
}

interface EndedAct {
  readonly title: string;
  readonly target: { readonly project: string; readonly name: string };
}

/** Notification about an ended action for any page; undefined if the action's own page has shown the result. */
export function endNotificationOf(
  { title, target }: EndedAct,
  progress: ActProgress,
  clock: DisplayClock,
): EndNotification | undefined {
  const cluster = `${target.project}/${target.name}`;
  switch (progress.step) {
    case "succeeded":
      return { kind: "success", title: text("{title}: {cluster} succeeded", { title, cluster }) };
    case "deleted":
      return { kind: "success", title: text("{cluster} is deleted", { cluster }) };
    case "scheduled":
      return {
        kind: "info",
        title: text("{title}: {cluster} is scheduled", { title, cluster }),
        detail:
          progress.fromMs === undefined
            ? text("For the next maintenance window.")
            : text("For {time}.", { time: formatDateTime(progress.fromMs, clock) }),
      };
    case "failed":
      return {
        kind: "error",
        title: text("{title}: {cluster} failed", { title, cluster }),
        ...(progress.description !== undefined && { detail: progress.description }),
      };
    case "no-result":
      return {
        kind: "info",
        title: text("{title}: no result reported for {cluster}", { title, cluster }),
        detail: text("The garden accepted the request, and nothing has been reported since."),
      };
    case "gone":
      return {
        kind: "info",
        title: text("{cluster} is no longer there", { cluster }),
        detail: text("What became of “{title}” was not seen.", { title }),
      };
    default:
      return undefined;
  }
}
