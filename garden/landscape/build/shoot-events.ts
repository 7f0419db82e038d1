import type { Event } from "#garden/api/core/core-objects.ts";
import { objectEvent } from "#garden/gardener/kinds/object-event.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { DemoTime } from "../plan/demo-time.ts";

interface EventText {
  readonly type: Event["type"];
  readonly reason: string;
  readonly message: string;
  readonly component: string;
}

/** Events that match a demo Shoot's status: about its last operation and, if recent, its last maintenance. */
export function buildShootEvents(shoot: Shoot, time: DemoTime): readonly Event[] {
  const { lastOperation, lastMaintenance } = shoot.status ?? {};
  const events: Event[] = [];
  const operation = operationText(shoot);
  if (operation && lastOperation?.lastUpdateTime) events.push(event(shoot, operation, lastOperation.lastUpdateTime));
  const maintenance = lastMaintenance?.triggeredTime;
  if (maintenance && lastMaintenance.state === "Failed") {
    const message = lastMaintenance.failureReason ?? "Maintenance failed";
    const text = {
      type: "Warning",
      reason: "MaintenanceError",
      message,
      component: "gardener-controller-manager",
    } as const;
    events.push(event(shoot, text, maintenance));
  }
  // Gardens keep events for an hour.
  const oldest = time.minutesAgo(60);
  return events.filter((entry) => entry.lastTimestamp >= oldest && entry.lastTimestamp <= time.minutesAgo(0));
}

function operationText(shoot: Shoot): EventText | undefined {
  const operation = shoot.status?.lastOperation;
  const component = shoot.status?.gardener?.name ?? "gardener-scheduler";
  const kind = operation?.type === "Delete" ? "Delet" : "Reconcil";
  const message = operation?.description ?? "";
  switch (operation?.state) {
    case "Processing":
      return { type: "Normal", reason: `${kind}ing`, message: `${kind}ing Shoot cluster`, component };
    case "Succeeded":
      return { type: "Normal", reason: `${kind}ed`, message, component };
    case "Error":
    case "Failed":
      return { type: "Warning", reason: `${kind === "Delet" ? "Delete" : "Reconcile"}Error`, message, component };
    case "Pending":
      return { type: "Warning", reason: "SchedulingFailed", message, component: "gardener-scheduler" };
    default:
      return undefined;
  }
}

function event(shoot: Shoot, text: EventText, at: string): Event {
  return objectEvent(shoot, { ...text, name: `${shoot.metadata.name}.${text.reason.toLowerCase()}`, at });
}
