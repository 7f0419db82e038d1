import type { Act, ActFinding } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { ReferencedObject } from "#lib/policy/admission/named-objects.ts";
import type { ChangeImpact } from "#lib/policy/changes/predict-change-impact.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import type { DestinationCheck } from "#lib/policy/migration/check-destination.ts";
import type { MigrationEffect } from "#lib/policy/migration/migration-effects.ts";
import type { ShootRequestForecast } from "#lib/policy/next/forecast-shoot-request.ts";
import type { DiagnosisContext } from "#lib/policy/next/next-view.ts";
import type { OperationContext, OperationRequest } from "#lib/policy/operations/operation-evaluation.ts";
import type { MissingProfileReason } from "#lib/policy/profiles/effective-profile.ts";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";
import type { PreparedProfile } from "#lib/policy/versions/prepared-profile.ts";
import type { Result } from "#lib/result.ts";
import type { ActPlan } from "./plan-act.ts";

/** Input of an action's preview, read at one time. */
export interface PreviewInput {
  readonly cluster: { readonly project: string; readonly name: string };
  readonly act: Act;
  readonly plan: ActPlan;
  /** Shoot before the action. */
  readonly before: Shoot;
  readonly health: FleetRow["health"];
  readonly profile: Result<CloudProfileSpec, MissingProfileReason | "PROFILE_FORBIDDEN">;
  readonly prepared: PreparedProfile | undefined;
  readonly rules: GardenerRules;
  readonly context: OperationContext;
  /** Operations that the action requests. */
  readonly asked: readonly OperationRequest[];
  /** Effect of the spec change on the pools; undefined if the spec stays the same. */
  readonly impact: ChangeImpact | undefined;
  /** Objects that the change refers to and whose existence the user is not allowed to check. */
  readonly unknown: readonly ReferencedObject[];
  /** Facts about a move to another Seed; undefined for any other action. */
  readonly move?: SeedMovePreview | undefined;
  /** Errors that the API server would report for annotations, even if the spec stays the same. */
  readonly noted: readonly FieldError[];
  /** Facts about the Shoot's environment, such as its Seed and the garden's release. */
  readonly view: DiagnosisContext;
  /** Forecast of what Gardener does once the garden has accepted the action. */
  readonly outlook: ShootRequestForecast;
  /** Current time in epoch milliseconds. */
  readonly now: number;
}

/** What is known about a move to another Seed, as far as the user may read it. */
export interface SeedMovePreview {
  /** undefined when the destination is not readable. */
  readonly check: DestinationCheck | undefined;
  readonly effects: readonly MigrationEffect[];
}

/** Result of the API server's dry run. */
export interface ApiServerDryRun {
  readonly verdict: "accepted" | "refused" | "not-run";
  readonly message?: string;
  readonly whole?: string;
  readonly causes: readonly { readonly field: string; readonly message: string }[];
  readonly warnings: readonly string[];
  /** Shoot as the API server would store it. */
  readonly result?: Readonly<Record<string, unknown>>;
}

/** Creates a finding with its text. */
export function createActFinding(id: string, sentence: string, field?: string): ActFinding {
  return { id, sentence, ...(field !== undefined && field !== "" && { field }) };
}
