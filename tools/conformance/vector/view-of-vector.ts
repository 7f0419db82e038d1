import type { AdmissionView } from "#lib/policy/profiles/one-supported.ts";
import { admissionViewAt } from "#lib/policy/profiles/validate-profile.ts";
import { nowOfVector } from "./now-of-vector.ts";
import { rulesOfVector } from "./release-of-vector.ts";
import type { Vector } from "./vector.ts";

interface ViewInput {
  readonly now?: string;
  readonly lifecycleGate?: boolean;
  readonly gates?: Readonly<Record<string, boolean>>;
}

/** How the API server that a vector speaks of looks at a profile. */
export function admissionViewOf(input: ViewInput, vector: Vector): AdmissionView {
  const { lifecycleGate, gates = {} } = input;
  const rules = rulesOfVector(vector, { VersionClassificationLifecycle: lifecycleGate, ...gates });
  return admissionViewAt(nowOfVector(input, vector), rules);
}
