import { type LucideIcon, Play, RotateCw, Wrench } from "lucide-react";
import type { RequestableOperation } from "#lib/contract/operation.ts";

interface OperationLook {
  /** The name as a verb: what the person does, and how the operation is called afterwards. */
  readonly verb: string;
  readonly icon: LucideIcon;
  /** What the person accepts by confirming. */
  readonly consequence: string;
}

export const operationLooks: Readonly<Record<RequestableOperation, OperationLook>> = {
  reconcile: {
    verb: "Reconcile",
    icon: Play,
    consequence: "Changes of the specification that wait are rolled out now.",
  },
  retry: { verb: "Retry", icon: RotateCw, consequence: "The failed operation runs again now." },
  maintain: {
    verb: "Maintain",
    icon: Wrench,
    consequence: "Updates that are due are made now; updates of images and of minor versions replace nodes.",
  },
};
