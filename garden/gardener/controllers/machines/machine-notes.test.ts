import { expect, test } from "vitest";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import {
  formatStoredMachineState,
  type MachineSourceState,
  parseStoredMachineState,
  type StoredMachineState,
} from "./machine-notes.ts";

const spec: ShootSpec = {
  provider: { type: "aws", workers: [] },
  kubernetes: { version: "1.33.1" },
  region: "eu-west-1",
};
const known: MachineSourceState = {
  spec,
  rotation: { certificateAuthorities: { phase: "Preparing", lastInitiationTime: "2030-01-01T00:00:00Z" } },
  empty: false,
  requested: new Map([["web", 2]]),
  born: new Map([["web", 1_893_456_000_000]]),
  outdated: new Map([["edge", { kubernetes: "1.32.4", imageName: "gardenlinux", imageVersion: "1877.3.0" }]]),
};

test.each<[string, StoredMachineState]>([
  ["nothing", {}],
  ["settled machines", { known }],
  ["machines of a Shoot that has no rotation", { known: { ...known, rotation: null } }],
  ["a first move", { move: { target: known, span: { startMs: 1, endMs: 2 }, from: 0 } }],
  ["a halted move", { known, move: { target: known, span: { startMs: 1, endMs: 2 }, from: 0.2, haltedAt: 0.5 } }],
])("a note of %s is read as it was taken", (_name, note) => {
  expect(parseStoredMachineState(formatStoredMachineState(note))).toEqual(note);
});
