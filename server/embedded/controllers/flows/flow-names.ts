/** Names of the flows as gardenlet reports them. */
export const reconcileFlowName = "Shoot cluster reconciliation";
export const restoreFlowName = "Shoot cluster restoration";
export const deleteFlowName = "Shoot cluster deletion";
export const migrateFlowName = "Shoot cluster preparation for migration";

export function flowNameOf(operationType: string): string {
  switch (operationType) {
    case "Delete":
      return deleteFlowName;
    case "Migrate":
      return migrateFlowName;
    case "Restore":
      return restoreFlowName;
    default:
      return reconcileFlowName;
  }
}
