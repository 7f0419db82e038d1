/**
 * Limits of saved views per user or project, and of their texts in characters. `values` limits filter values and search
 * words, because every cluster is checked against each.
 */
export const viewLimits = { views: 50, name: 80, address: 2_000, values: 200 } as const;

/** Pages whose state is in their URL, so that it can be saved as a view. */
export const viewPages = [
  "/clusters",
  "/versions/kubernetes",
  "/calendar",
  "/forecast",
  "/rotations",
  "/operations",
] as const;
