/** ID of the check that fails for every cluster of a garden that is newer than the known rules. */
export const gardenRulesCheckId = "rules";
