import type { Act, ChangeSubject } from "#lib/contract/act.ts";

/** Data needed to observe the progress of an action. It never contains the patch, which may be long or confidential. */
export type ActTrace =
  | { readonly kind: "operation"; readonly id: string; readonly when: "now" | "in-window" }
  | { readonly kind: "unschedule"; readonly operation: string }
  | {
      readonly kind: "change";
      readonly about: ChangeSubject;
      /** Whether the action changes the spec, for gardenlet to reconcile; labels and annotations apply at once. */
      readonly ofSpec: boolean;
    }
  | { readonly kind: "delete" }
  | { readonly kind: "force-delete" };

export function actTraceOf(act: Act): ActTrace {
  switch (act.kind) {
    case "operation":
      return { kind: act.kind, id: act.id, when: act.when };
    case "unschedule":
      return { kind: act.kind, operation: act.operation };
    case "change":
      return { kind: act.kind, about: act.about, ofSpec: act.patch.spec !== undefined };
    default:
      return { kind: act.kind };
  }
}

/** Returns whether the action moves the control plane to another Seed. */
export function isSeedMoveTrace(trace: ActTrace): boolean {
  return trace.kind === "change" && trace.about === "seed";
}
