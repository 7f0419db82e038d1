import type { Shoot, ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { minuteMs } from "#lib/kube/time-units.ts";

/** Epoch milliseconds. */
export interface TimeMoment {
  /** When the clusters are made. */
  readonly now: number;
  /** A full minute, at which schedules and lifetimes come due while somebody looks on. */
  readonly dueAt: number;
}

/** What somebody writes while the controller-manager runs: a merge patch. */
export interface TimeAct {
  /** `before`: well before anything comes due. `after`: some seconds after it. */
  readonly when: "before" | "after";
  /** The status is what a gardenlet would write. */
  readonly of: "object" | "status";
  readonly body: (moment: TimeMoment) => object;
}

/** One cluster, and what becomes of it. */
export interface TimeCase {
  /** What the report calls it; the cluster's own name is made of it. */
  readonly name: string;
  readonly workerless?: boolean;
  readonly shape: (shoot: Shoot, moment: TimeMoment) => Shoot;
  readonly act?: TimeAct;
  /** Why the screens say something else than the garden does, with the source. */
  readonly known?: string;
}

/** The name of the cluster, of at most 20 characters. */
export function clusterName(number: number): string {
  return `t${number}`;
}

/** A daily time, as a schedule spells it at an offset from UTC in minutes. */
export function dailyAt(atMs: number, offsetMinutes = 0): string {
  const at = new Date(atMs + offsetMinutes * minuteMs);
  return `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`;
}

export function withSpec(shoot: Shoot, spec: Partial<ShootSpec>): Shoot {
  return { ...shoot, spec: { ...shoot.spec, ...spec } };
}

export function withStatus(shoot: Shoot, status: Partial<ShootStatus>): Shoot {
  return { ...shoot, status: { ...shoot.status, ...status } };
}

export function withAnnotation(shoot: Shoot, key: string, value: string): Shoot {
  return { ...shoot, metadata: { ...shoot.metadata, annotations: { ...shoot.metadata.annotations, [key]: value } } };
}

export function withOperation(shoot: Shoot, type: string, state: string): Shoot {
  return withStatus(shoot, { lastOperation: { ...shoot.status?.lastOperation, type, state } });
}
