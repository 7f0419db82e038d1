import type { Clock } from "#garden/api/clock/clock.ts";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { Random } from "#lib/random.ts";
import type { EventRecorder } from "../client/event-recorder.ts";
import type { ShootClient, ShootEvent } from "../client/shoot-client.ts";
import type { MachineRecord } from "../machines/machine-record.ts";

/** What every controller is given. */
export interface ControllerContext {
  readonly api: GardenApi;
  readonly client: ShootClient;
  readonly clock: Clock;
  readonly random: Random;
  /** How many times faster than in a real garden flows and checks run. */
  readonly pace: number;
  /** That of the controller-manager; undefined in a garden that does not say it. */
  readonly release: string | undefined;
  /** Fires when the controllers are to stop. */
  readonly signal: AbortSignal;
  /** Resolves at the next event of this Shoot. */
  readonly nextEvent: (key: string) => Promise<void>;
  readonly recorder: EventRecorder;
  /** What the machines of the Shoots are made from, and which of them are there. */
  readonly machines: MachineRecord;
  /** Where the API of a Shoot is reached. */
  readonly shootApiUrl: (shoot: Shoot) => string;
  /** A write that failed for a reason a controller cannot mend; the controllers go on. */
  readonly onFault: (error: unknown) => void;
  /** Takes a step whose failure is such a fault. */
  readonly guarded: (step: () => void) => void;
  /** The same once the write that led to it has returned. */
  readonly later: (step: () => void) => void;
}

/** How steps are taken that may fail for such a reason. */
export function guardsOver(onFault: (error: unknown) => void): Pick<ControllerContext, "guarded" | "later"> {
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
  onEvent(event: ShootEvent): void;
  /** Called once, after all Shoots that were there at the start have come as ADDED. */
  onSynced?(): void;
}
