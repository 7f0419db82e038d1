"use client";

import { useSearchParams } from "next/navigation";
import { isRotationScope, type RotationScope } from "#lib/view/rotations/rotation-scope.ts";
import { isRotationStepId, type RotationStepId } from "#lib/view/rotations/rotation-scope-step.ts";

/** Returns what the URL says about the credentials page: the rotation and its selected step. */
export function useCredentialsAddress() {
  const params = useSearchParams();
  const [scope, step] = [params.get("rotation"), params.get("step")];
  return { scope: isRotationScope(scope) ? scope : undefined, step: isRotationStepId(step) ? step : undefined };
}

/** Returns the query string of a link to a rotation or one of its steps; other parameters stay. */
export function rotationHref(scope: RotationScope, step?: RotationStepId): string {
  const params = new URLSearchParams(typeof window === "undefined" ? "" : window.location.search);
  params.set("rotation", scope);
  if (step === undefined) params.delete("step");
  else params.set("step", step);
  return `?${params}`;
}

export function goToRotation(scope: RotationScope, step?: RotationStepId): void {
  window.history.pushState(null, "", `${window.location.pathname}${rotationHref(scope, step)}`);
}
