import { type Message, message } from "#lib/language/text.ts";
import type { RowReconcileBlocker, RowState } from "#lib/policy/next/row-state.ts";

/** Short labels for the states of a cluster, for lists. Ordered by urgency, most urgent first. */
export const stateLabels = {
  failed: message("Failed"),
  "deletion-failed": message("Deletion failed"),
  "seed-silent": message("Seed silent"),
  "seed-stopped": message("Seed stopped"),
  ignored: message("Ignored"),
  "seed-not-ready": message("Seed not ready"),
  "leaving-seed": message("Leaving its Seed"),
  "not-scheduled": message("No Seed found"),
  "creation-overdue": message("Creation not begun"),
  skipped: message("Passed over"),
  "change-overdue": message("Change not taken up"),
  "held-by-finalizer": message("Held by a finalizer"),
  "lifetime-ends": message("Lifetime ends"),
  unrecognised: message("Not recognised"),
  "conditions-failing": message("Unhealthy"),
  retrying: message("Failed, retrying"),
  "conditions-unknown": message("Health unknown"),
  "rotation-waits": message("Rotation waits"),
  "constraints-failing": message("Healthy, with findings"),
  "about-to-retry": message("About to retry"),
  resuming: message("Resuming"),
  "never-reconciled": message("Not yet created"),
  creating: message("Being created"),
  "moved-away": message("Has left its Seed"),
  migrating: message("Moving away"),
  restoring: message("Being restored"),
  "deletion-requested": message("Deletion requested"),
  "waits-for-bastions": message("Waits for Bastions"),
  deleting: message("Being deleted"),
  "deletion-ends": message("Deletion ends"),
  reconciling: message("Being reconciled"),
  hibernating: message("Going to sleep"),
  "waking-up": message("Waking up"),
  "conditions-progressing": message("Being checked"),
  "change-pending": message("Change begins"),
  "changes-held": message("Changes wait for the window"),
  hibernated: message("Hibernated"),
  healthy: message("Healthy"),
} as const satisfies { readonly [State in RowState]: Message };

/** Short labels for the reasons why Gardener does not reconcile a cluster. */
export const reconcileBlockerLabels = {
  ignored: stateLabels.ignored,
  "seed-stopped": stateLabels["seed-stopped"],
  "seed-silent": stateLabels["seed-silent"],
  "seed-not-ready": stateLabels["seed-not-ready"],
  "leaving-seed": stateLabels["leaving-seed"],
  "perhaps-ignored": message("Perhaps ignored"),
} as const satisfies { readonly [Hold in RowReconcileBlocker]: Message };
