const prefix = "node.machine.sapcloud.io/";
export const candidateForUpdateLabel = `${prefix}candidate-for-update`;
export const selectedForUpdateLabel = `${prefix}selected-for-update`;
export const updateResultLabel = `${prefix}update-result`;

/** Progress of the update of a Node in an in-place pool. */
export type NodeUpdatePhase = "idle" | "candidate" | "selected" | "drained" | "updating" | "successful" | "failed";

export interface InPlaceNode {
  readonly labels?: Readonly<Record<string, string>> | null;
  /** Node condition `InPlaceUpdate`. Alone it does not show the phase, as it keeps the reason of the last update. */
  readonly condition?: { readonly reason?: string; readonly status?: string } | null;
  /** The update strategy of the Node's pool. */
  readonly strategy?: string;
}

/**
 * Phase of a Node's in-place update, and whether a user may select the Node now, which only a candidate in a pool with
 * manual updates allows. Only label keys matter, as in machine-controller-manager.
 * @source machine-controller-manager: pkg/util/provider/machinecontroller/machine_util.go; Gardener docs, in-place
 * updates
 */
export function readInPlaceNodeUpdate(node: InPlaceNode): {
  readonly phase: NodeUpdatePhase;
  readonly userMaySelect: boolean;
} {
  const phase = phaseOf(node);
  return { phase, userMaySelect: phase === "candidate" && node.strategy === "ManualInPlaceUpdate" };
}

function phaseOf({ labels: given, condition }: InPlaceNode): NodeUpdatePhase {
  const labels = given ?? {};
  const result = labels[updateResultLabel];
  if (result === "failed" || result === "successful") return result;
  if (!Object.hasOwn(labels, candidateForUpdateLabel)) return "idle";
  switch (condition?.reason) {
    case "UpdateFailed":
      return "failed";
    case "ReadyForUpdate":
      return "updating";
    case "DrainSuccessful":
      return "drained";
    case "SelectedForUpdate":
      return "selected";
    default:
      return Object.hasOwn(labels, selectedForUpdateLabel) ? "selected" : "candidate";
  }
}
