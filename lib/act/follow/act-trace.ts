import type { Act, ChangeSubject } from "#lib/contract/act.ts";

/** Data to follow an act. Never the patch, which may be long or contain data that must not be stored. */
export type ActTrace =
  | { readonly kind: "operation"; readonly id: string; readonly when: "now" | "in-window" }
  | { readonly kind: "unschedule"; readonly operation: string }
  | {
      readonly kind: "change";
      readonly about: ChangeSubject;
      /** Whether the spec changes, which gardenlet reconciles; labels and annotations take effect when written. */
      readonly ofSpec: boolean;
    }
  | { readonly kind: "delete" }
  | { readonly kind: "force-delete" };

export function traceOf(act: Act): ActTrace {
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
