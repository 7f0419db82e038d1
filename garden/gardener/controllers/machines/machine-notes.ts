import { z } from "zod";
import type { Shoot, ShootCredentialsRotation, ShootSpec } from "#lib/garden/shoot.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import type { MachineSoftware } from "./pool-machines.ts";
import type { ReplacementPeriod } from "./replace-machines.ts";

/** The part of a Shoot from which its existing machines were created. */
export interface MachineSourceState {
  readonly spec: ShootSpec;
  readonly rotation: ShootCredentialsRotation | null;
  /** Whether the Shoot has no machines, as before creation and while hibernated. */
  readonly empty: boolean;
  readonly requested: ReadonlyMap<string, number>;
  /** Creation time of the machines by pool. For machines that existed at the start, it is derived from the Shoot. */
  readonly born: ReadonlyMap<string, number>;
  /** Versions on the nodes of pools that wait for a manual in-place update. */
  readonly outdated: ReadonlyMap<string, MachineSoftware>;
}

/** A gradual change of the machines to those that the Shoot's current spec requires. */
export interface MachineTransition {
  readonly target: MachineSourceState;
  readonly span: ReplacementPeriod;
  readonly from: number;
  readonly haltedAt?: number | undefined;
}

/** The machine state of one Shoot that is stored across restarts. */
export interface StoredMachineState {
  readonly known?: MachineSourceState | undefined;
  readonly move?: MachineTransition | undefined;
}

export const storedMachineStateKey = (key: string): string => `machines ${key}`;

export function formatStoredMachineState({ known, move }: StoredMachineState): string {
  return JSON.stringify({
    known: known && written(known),
    move: move && { ...move, target: written(move.target) },
  });
}

/** Parses stored machine state. @throws Error for a text that is not a note */
export function parseStoredMachineState(text: string): StoredMachineState {
  return noteSchema.parse(JSON.parse(text));
}

/** Converts machine state to JSON. Spec and rotation are stored as a Shoot, so that they can be validated as one. */
function written({ spec, rotation, empty, requested, born, outdated }: MachineSourceState) {
  return {
    shoot: { metadata: { name: "" }, spec, status: { credentials: { rotation } } },
    empty,
    requested: [...requested],
    born: [...born],
    outdated: [...outdated],
  };
}

const numbers = z.array(z.tuple([z.string(), z.number()])).transform((entries) => new Map(entries));
const software = z.object({ kubernetes: z.string(), imageName: z.string(), imageVersion: z.string() });

const knownSchema = z
  .object({
    shoot: z.custom<Shoot>((value) => isKubeObject<Shoot>(value)),
    empty: z.boolean(),
    requested: numbers,
    born: numbers,
    outdated: z.array(z.tuple([z.string(), software])).transform((entries) => new Map(entries)),
  })
  .transform(
    ({ shoot, ...rest }): MachineSourceState => ({
      ...rest,
      spec: shoot.spec,
      rotation: shoot.status?.credentials?.rotation ?? null,
    }),
  );

const noteSchema = z.object({
  known: knownSchema.optional(),
  move: z
    .object({
      target: knownSchema,
      span: z.object({ startMs: z.number(), endMs: z.number() }),
      from: z.number(),
      haltedAt: z.number().optional(),
    })
    .optional(),
});
