import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { type LastOperationMeaning, readLastOperation } from "#lib/policy/status/last-operation.ts";
import { formatClockTime } from "#lib/words/format-time.ts";
import { describeMaintenanceState } from "#lib/words/maintenance-state-labels.ts";
import type { TimeContext } from "#lib/words/step-descriptions.ts";
import type { StatusHue } from "#lib/words/version-stage.ts";
import { formatDayRange } from "../../forecast/forced-change-descriptions.ts";

import { type TimeLineEvent, type TimeLineInput, timeLinePastMs } from "./time-line-event.ts";

const operationHues: Readonly<Partial<Record<LastOperationMeaning, StatusHue>>> = {
  finished: "positive",
  running: "info",
  retrying: "negative",
  stopped: "negative",
};

/** Events for a cluster's creation, and its last operation and maintenance as far as Gardener reports them. */
export function pastEventsOf({ shoot }: TimeLineInput, context: TimeContext): readonly TimeLineEvent[] {
  if (shoot === undefined) return [];
  const operation = readLastOperation(shoot.status?.lastOperation);
  const operationAt = parseInstant(operation.updatedAt);
  const maintenance = shoot.status?.lastMaintenance;
  const maintenanceAt = parseInstant(maintenance?.triggeredTime);
  const createdAt = parseInstant(shoot.metadata.creationTimestamp);
  const at = (time: number) => ({
    at: time,
    when: `${formatDayRange(time, undefined, context)}, ${formatClockTime(time, context.clock)}`,
  });
  const events: readonly (TimeLineEvent | undefined)[] = [
    createdAt === undefined
      ? undefined
      : {
          ...{ key: "created", track: "operations", kind: "created", hue: "neutral", tab: undefined },
          ...{ ...at(createdAt), what: text("Created"), label: text("created"), why: [] },
        },
    maintenanceAt === undefined
      ? undefined
      : {
          ...{ key: "maintenance", track: "operations", kind: "maintenance", tab: "activity", ...at(maintenanceAt) },
          // Success means that the changes were written; the page of activity tells what became of them.
          ...(maintenance?.state === "Succeeded"
            ? { what: text("Maintenance accepted"), hue: "neutral" }
            : {
                what: text("Last maintenance: {state}", { state: describeMaintenanceState(maintenance?.state).label }),
                hue: describeMaintenanceState(maintenance?.state).hue,
              }),
          label: text("maintenance"),
          why: [maintenance?.description, maintenance?.failureReason].flatMap((each) => (each ? [each] : [])),
        },
    operationAt === undefined
      ? undefined
      : {
          ...{ key: "operation", track: "operations", kind: "operation", tab: "activity", ...at(operationAt) },
          what: text("Last operation: {type}, {state}", {
            type: operation.type ?? operation.unknownType ?? text("unknown type"),
            state: operation.state ?? operation.unknownState ?? text("unknown state"),
          }),
          label: operation.type ?? text("operation"),
          why: operation.description === undefined ? [] : [operation.description],
          hue: operationHues[operation.meaning] ?? "neutral",
        },
  ];
  return events.flatMap((event) => (event !== undefined && event.at >= context.now - timeLinePastMs ? [event] : []));
}
