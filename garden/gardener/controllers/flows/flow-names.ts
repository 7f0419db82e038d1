/** Names of the flows as gardenlet reports them. */
const reconcileFlowName = "Shoot cluster reconciliation";
const restoreFlowName = "Shoot cluster restoration";
const deleteFlowName = "Shoot cluster deletion";
export const forceDeleteFlowName = "Shoot cluster force deletion";
const migrateFlowName = "Shoot cluster preparation for migration";

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
