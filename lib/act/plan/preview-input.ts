import type { Act, ActFinding } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { NamedObject } from "#lib/policy/admission/named-objects.ts";
import type { ChangeImpact } from "#lib/policy/changes/change-impact.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import type { RequestForecast } from "#lib/policy/next/forecast-request.ts";
import type { NextView } from "#lib/policy/next/next-view.ts";
import type { OperationContext, OperationRequest } from "#lib/policy/operations/evaluation.ts";
import type { NoProfile } from "#lib/policy/profiles/effective-profile.ts";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";
import type { PreparedProfile } from "#lib/policy/versions/prepared-profile.ts";
import type { Result } from "#lib/result.ts";
import type { ActPlan } from "./plan-act.ts";

/** Input of a preview, read at one instant. */
export interface PreviewInput {
  readonly cluster: { readonly project: string; readonly name: string };
  readonly act: Act;
  readonly plan: ActPlan;
  /** Current Shoot. */
  readonly before: Shoot;
  readonly health: FleetRow["health"];
  readonly profile: Result<CloudProfileSpec, NoProfile | "PROFILE_FORBIDDEN">;
  readonly prepared: PreparedProfile | undefined;
  readonly rules: GardenerRules;
  readonly context: OperationContext;
  /** Operations of the catalogue that the act requests. */
  readonly asked: readonly OperationRequest[];
  /** Effect of the change of the spec; undefined if the spec stays the same. */
  readonly impact: ChangeImpact | undefined;
  /** Objects that the change refers to and whose existence the user cannot check. */
  readonly unknown: readonly NamedObject[];
  /** Errors that the API server would report for annotations, even if the spec stays the same. */
  readonly noted: readonly FieldError[];
  /** Known surroundings of the Shoot, above all its Seed. */
  readonly view: NextView;
  /** Reaction of Gardener once the garden has accepted the act. */
  readonly outlook: RequestForecast;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Answer of the API server to a dry run. */
export interface ApiServerDryRun {
  readonly verdict: "accepted" | "refused" | "not-run";
  readonly message?: string;
  readonly whole?: string;
  readonly causes: readonly { readonly field: string; readonly message: string }[];
  readonly warnings: readonly string[];
  /** Shoot as it would be stored. */
  readonly result?: Readonly<Record<string, unknown>>;
}

/** Finding with its sentence. */
export function newFinding(id: string, sentence: string, field?: string): ActFinding {
  return { id, sentence, ...(field !== undefined && field !== "" && { field }) };
}
