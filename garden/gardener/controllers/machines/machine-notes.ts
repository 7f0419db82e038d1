import { z } from "zod";
import type { Shoot, ShootCredentialsRotation, ShootSpec } from "#lib/garden/shoot.ts";
import { isWireObject } from "#lib/kube/wire.ts";
import type { MachineSoftware } from "./pool-machines.ts";
import type { ReplacementPeriod } from "./replace-machines.ts";

/** The state of a Shoot from which its machines were created. */
export interface KnownMachines {
  readonly spec: ShootSpec;
  readonly rotation: ShootCredentialsRotation | null;
  /** Whether there are no machines, as before creation and while hibernated. */
  readonly empty: boolean;
  readonly requested: ReadonlyMap<string, number>;
  /** Creation time of a pool's machines; for those that existed at the start it is derived from the Shoot. */
  readonly born: ReadonlyMap<string, number>;
  /** Software on the nodes of pools that wait for a manual in-place update. */
  readonly outdated: ReadonlyMap<string, MachineSoftware>;
}

/** A transition of machines to the state that the Shoot wants. */
export interface MachineMove {
  readonly target: KnownMachines;
  readonly span: ReplacementPeriod;
  readonly from: number;
  readonly haltedAt?: number | undefined;
}

/** Stored machine state of one Shoot. */
export interface MachineNote {
  readonly known?: KnownMachines | undefined;
  readonly move?: MachineMove | undefined;
}

export const noteName = (key: string): string => `machines ${key}`;

export function formatNote({ known, move }: MachineNote): string {
  return JSON.stringify({
    known: known && written(known),
    move: move && { ...move, target: written(move.target) },
  });
}

/** @throws Error for a text that is not a note */
export function readNote(text: string): MachineNote {
  return noteSchema.parse(JSON.parse(text));
}

/** Serializable form, with spec and rotation inside a Shoot, so that they can be parsed as one. */
function written({ spec, rotation, empty, requested, born, outdated }: KnownMachines) {
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
    shoot: z.custom<Shoot>((value) => isWireObject<Shoot>(value)),
    empty: z.boolean(),
    requested: numbers,
    born: numbers,
    outdated: z.array(z.tuple([z.string(), software])).transform((entries) => new Map(entries)),
  })
  .transform(
    ({ shoot, ...rest }): KnownMachines => ({
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
