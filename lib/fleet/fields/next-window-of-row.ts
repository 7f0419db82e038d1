import type { FleetRow } from "#lib/contract/fleet.ts";
import { nextMaintenanceWindow } from "#lib/policy/maintenance/next-window.ts";
import { effectiveWindow } from "#lib/policy/maintenance/time-window.ts";

export interface RowWindow {
  readonly beginMs: number;
  readonly endMs: number;
  /** Latest begin of maintenance in the window: Gardener leaves the last 15 minutes for the maintenance itself. */
  readonly usableEndMs: number;
  readonly open: boolean;
  /** Fixed UTC offset in which the maintenance window was written, in minutes. */
  readonly offsetMinutes: number;
}

/** Current or next maintenance window; undefined if missing or unreadable, as Gardener may then start at any time. */
export function nextWindowOfRow(window: FleetRow["window"], nowMs: number): RowWindow | undefined {
  if (window === undefined) return undefined;
  const parsed = effectiveWindow(window);
  if (parsed.kind === "always") return undefined;
  const { beginAt, endAt, usableEndAt, open } = nextMaintenanceWindow(parsed, nowMs);
  return {
    beginMs: beginAt,
    endMs: endAt,
    usableEndMs: usableEndAt,
    open,
    offsetMinutes: offsetOf(window.begin),
  };
}

function offsetOf(time: string): number {
  const [, sign, hours, minutes] = /([+-])(\d{2})(\d{2})$/.exec(time) ?? [];
  const offset = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === "-" ? -offset : offset;
}
