/**
 * Limits of saved views in one place, and of user input in characters. `values`: every cluster is checked against every
 * filter value and word, so the limit allows ten thousand clusters and is far above what users select.
 */
export const viewLimits = { views: 50, name: 80, address: 2_000, values: 200 } as const;

/** Pages whose state is in their address. */
export const viewPages = [
  "/clusters",
  "/versions/kubernetes",
  "/calendar",
  "/forecast",
  "/rotations",
  "/operations",
] as const;
