"use client";

import { useSearchParams } from "next/navigation";
import { isRotationScope, type RotationScope } from "#lib/view/rotations/rotation-scope.ts";
import { isStepId, type StepId } from "#lib/view/rotations/rotation-scope-step.ts";

/** Part of the credentials page that is stored in the URL: the rotation and its selected step. */
export function useCredentialsAddress() {
  const params = useSearchParams();
  const [scope, step] = [params.get("rotation"), params.get("step")];
  return { scope: isRotationScope(scope) ? scope : undefined, step: isStepId(step) ? step : undefined };
}

/** Query string of a rotation, or of one of its steps; other parameters stay. */
export function rotationHref(scope: RotationScope, step?: StepId): string {
  const params = new URLSearchParams(typeof window === "undefined" ? "" : window.location.search);
  params.set("rotation", scope);
  if (step === undefined) params.delete("step");
  else params.set("step", step);
  return `?${params}`;
}

export function goToRotation(scope: RotationScope, step?: StepId): void {
  window.history.pushState(null, "", `${window.location.pathname}${rotationHref(scope, step)}`);
}
