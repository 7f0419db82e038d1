import type { Act, Finding } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { NamedObject } from "#lib/policy/admission/named-objects.ts";
import type { ChangeImpact } from "#lib/policy/changes/change-impact.ts";
import type { EditionRules } from "#lib/policy/editions/edition-rules.ts";
import type { NextView } from "#lib/policy/next/next-view.ts";
import type { RequestOutlook } from "#lib/policy/next/request-outlook.ts";
import type { OperationContext, OperationRequest } from "#lib/policy/operations/evaluation.ts";
import type { NoProfile } from "#lib/policy/profiles/effective-profile.ts";
import type { ChangeFault } from "#lib/policy/settings/fault.ts";
import type { PreparedProfile } from "#lib/policy/versions/prepared-profile.ts";
import type { Result } from "#lib/result.ts";
import type { ActPlan } from "./plan-act.ts";

/** Everything that a preview is made of, read at one instant. */
export interface ActWorld {
  readonly cluster: { readonly project: string; readonly name: string };
  readonly act: Act;
  readonly plan: ActPlan;
  /** As it is now. */
  readonly before: Shoot;
  readonly health: FleetRow["health"];
  readonly profile: Result<CloudProfileSpec, NoProfile | "PROFILE_FORBIDDEN">;
  readonly prepared: PreparedProfile | undefined;
  readonly rules: EditionRules;
  readonly context: OperationContext;
  /** The operations of the catalogue that the act asks for. */
  readonly asked: readonly OperationRequest[];
  /** What the change of the spec does; undefined when the spec stays. */
  readonly impact: ChangeImpact | undefined;
  /** What the change names of which the user cannot learn whether it is there. */
  readonly unknown: readonly NamedObject[];
  /** What the API server would have against annotations, also where the spec stays. */
  readonly noted: readonly ChangeFault[];
  /** What is known around it, above all of its Seed. */
  readonly view: NextView;
  /** What Gardener does once the garden has taken it. */
  readonly outlook: RequestOutlook;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What the API server said when it was asked what it would do. */
export interface DryRunAnswer {
  readonly verdict: "accepted" | "refused" | "not-run";
  readonly message?: string;
  readonly whole?: string;
  readonly causes: readonly { readonly field: string; readonly message: string }[];
  readonly warnings: readonly string[];
  /** The Shoot as it would be stored. */
  readonly result?: Readonly<Record<string, unknown>>;
}

/** A finding, said. */
export function finding(id: string, sentence: string, field?: string): Finding {
  return { id, sentence, ...(field !== undefined && field !== "" && { field }) };
}
