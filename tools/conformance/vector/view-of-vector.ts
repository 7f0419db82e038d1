import type { ProfileAdmissionContext } from "#lib/policy/profiles/one-supported.ts";
import { profileAdmissionContextAt } from "#lib/policy/profiles/validate-profile.ts";
import { nowOfVector } from "./now-of-vector.ts";
import { rulesOfVector } from "./release-of-vector.ts";
import type { ConformanceVector } from "./vector.ts";

interface ViewInput {
  readonly now?: string;
  readonly lifecycleGate?: boolean;
  readonly gates?: Readonly<Record<string, boolean>>;
}

/** The view of a profile in the API server to which a vector refers. */
export function admissionViewOf(input: ViewInput, vector: ConformanceVector): ProfileAdmissionContext {
  const { lifecycleGate, gates = {} } = input;
  const rules = rulesOfVector(vector, { VersionClassificationLifecycle: lifecycleGate, ...gates });
  return profileAdmissionContextAt(nowOfVector(input, vector), rules);
}
