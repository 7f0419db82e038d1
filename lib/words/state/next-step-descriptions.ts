import { type Message, message } from "#lib/language/text.ts";
import type { NextStep } from "#lib/policy/next/diagnosis.ts";

/** Descriptions of the next step that a cluster needs; undefined if none is needed. */
export const nextStepDescriptions = {
  nothing: undefined,
  wait: message("No action needed."),
  "wait-for-window": message(
    "They are rolled out in the next maintenance window, or with whatever makes Gardener reconcile before.",
  ),
  "wait-for-retry-in-window": message("Gardener retries in the next maintenance window."),
  "fix-and-wait": message("Fix the cause. Gardener retries automatically."),
  "fix-and-retry": message("Fix the cause, then retry."),
  retry: message("Retry. If it fails again, the operator has to look at the gardenlet's log."),
  "reconcile-or-ask": message("Reconcile. If nothing happens, the operator has to look at the gardenlet's log."),
  "remove-annotation": message("Remove the annotation, then press Reconcile."),
  "remove-finalizers": message("Whatever has set it has to remove it."),
  "extend-lifetime": message("Move the date before then, or save what you need."),
  "force-delete-or-fix": message("Fix the cause and retry, or force the deletion."),
  "look-at-conditions": message("Check the conditions."),
  "look-at-constraints": message("Check the constraints."),
  "update-clients-and-complete": message("Update all clients, then complete the rotation."),
  "complete-rotation": message("Complete the rotation."),
  "roll-pools": message("Roll the pools that are waiting."),
  "select-nodes": message("Select the nodes to update."),
  "lift-stop": message("The stop on the Seed has to be lifted."),
  "start-gardenlet": message("The gardenlet of the Seed has to run again."),
  "make-seed-ready": message("The Seed has to become ready."),
  "make-destination-ready": message("The destination Seed has to become ready."),
  "look-at-seeds": message("The overview says why each Seed refuses it, and who can change that."),
  "ask-operator": message("The operator has to look at the logs of Gardener's components."),
} as const satisfies { readonly [Step in NextStep]: Message | undefined };
