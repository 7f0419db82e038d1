import type { GardenClockSource } from "#garden/api/clock/clock.ts";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { Random } from "#lib/random.ts";
import type { EventRecorder } from "../client/event-recorder.ts";
import type { ShootClient, ShootWatchEvent } from "../client/shoot-client.ts";
import type { MachineRecord } from "../machines/machine-record.ts";

/** Dependencies of every controller. */
export interface ControllerContext {
  readonly api: GardenApi;
  readonly client: ShootClient;
  readonly clock: GardenClockSource;
  readonly random: Random;
  /** How many times faster flows and checks run than in a real garden. */
  readonly pace: number;
  /** Gardener release of the controller-manager; undefined if unknown. */
  readonly release: string | undefined;
  /** Signal that is aborted when the controllers stop. */
  readonly signal: AbortSignal;
  /** Resolves at the next watch event of this Shoot. */
  readonly nextEvent: (key: string) => Promise<void>;
  readonly recorder: EventRecorder;
  /** The machines of all Shoots, and the Shoot specs from which they were created. */
  readonly machines: MachineRecord;
  /** Name of the project that a namespace belongs to. */
  readonly projectOf: (namespace: string) => string;
  /**
   * Returns a function that says whether Pods are left that cannot be evicted from the machines that are being replaced;
   * undefined if nothing in the Shoot's cluster can block a drain.
   */
  readonly drainCheckOf: (shoot: Shoot) => (() => boolean) | undefined;
  /** URL of a Shoot's API server. */
  readonly shootApiUrl: (shoot: Shoot) => string;
  /** Reports an error that a controller does not handle. The controllers keep running. */
  readonly onFault: (error: unknown) => void;
  /** Runs a step and reports its error to `onFault`. */
  readonly guarded: (step: () => void) => void;
  /** Like `guarded`, but runs the step after the write that triggered it has returned. */
  readonly later: (step: () => void) => void;
}

/** Runs steps and reports their errors to `onFault`. */
export function createErrorGuards(onFault: (error: unknown) => void): Pick<ControllerContext, "guarded" | "later"> {
  const guarded = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      onFault(error);
    }
  };
  return { guarded, later: (step) => queueMicrotask(() => guarded(step)) };
}

export interface Controller {
  onEvent(event: ShootWatchEvent): void;
  /** Called once, after the controller has received all existing Shoots as ADDED. */
  onSynced?(): void;
}
