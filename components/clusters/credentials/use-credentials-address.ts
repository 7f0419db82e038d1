"use client";

import { useSearchParams } from "next/navigation";
import { isRotationScope, type RotationScope } from "#lib/view/rotations/rotation-scope.ts";
import { isStepId, type StepId } from "#lib/view/rotations/track-step.ts";

/** What of the Credentials page lives in the address: which rotation, and which of its steps is looked at. */
export function useCredentialsAddress() {
  const params = useSearchParams();
  const [scope, step] = [params.get("rotation"), params.get("step")];
  return { scope: isRotationScope(scope) ? scope : undefined, step: isStepId(step) ? step : undefined };
}

/** The address of a rotation, and of one of its steps; everything else in the address stays. */
export function addressOf(scope: RotationScope, step?: StepId): string {
  const params = new URLSearchParams(typeof window === "undefined" ? "" : window.location.search);
  params.set("rotation", scope);
  if (step === undefined) params.delete("step");
  else params.set("step", step);
  return `?${params}`;
}

export function goTo(scope: RotationScope, step?: StepId): void {
  window.history.pushState(null, "", `${window.location.pathname}${addressOf(scope, step)}`);
}
