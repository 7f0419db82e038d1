import { z } from "zod";
import type { Shoot, ShootCredentialsRotation, ShootSpec } from "#lib/garden/shoot.ts";
import { isWireObject } from "#lib/kube/wire.ts";
import type { MachineSoftware } from "./pool-machines.ts";
import type { Span } from "./replace-machines.ts";

/** The Shoot as its machines were made from. */
export interface KnownMachines {
  readonly spec: ShootSpec;
  readonly rotation: ShootCredentialsRotation | null;
  /** There are no machines, as before the creation and while asleep. */
  readonly empty: boolean;
  readonly requested: ReadonlyMap<string, number>;
  /** When the machines of a pool came; those that have been there since the start are dated from the Shoot. */
  readonly born: ReadonlyMap<string, number>;
  /** What the nodes of a pool run that a person has yet to update in place. */
  readonly outdated: ReadonlyMap<string, MachineSoftware>;
}

/** Machines on their way to what the Shoot wants. */
export interface MachineMove {
  readonly target: KnownMachines;
  readonly span: Span;
  readonly from: number;
  readonly haltedAt?: number | undefined;
}

/** What is remembered of the machines of one Shoot. */
export interface MachineNote {
  readonly known?: KnownMachines | undefined;
  readonly move?: MachineMove | undefined;
}

export const noteName = (key: string): string => `machines ${key}`;

export function noteText({ known, move }: MachineNote): string {
  return JSON.stringify({
    known: known && written(known),
    move: move && { ...move, target: written(move.target) },
  });
}

/** @throws Error for a text that is no note */
export function readNote(text: string): MachineNote {
  return noteSchema.parse(JSON.parse(text));
}

/** Specification and rotation in the form of the Shoot that they are of. */
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
