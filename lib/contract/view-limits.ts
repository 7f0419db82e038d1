/**
 * How much is kept in one place, and what a person may write, in characters. `values`: every cluster is held against every
 * value of the filters and every word; far more than anybody ticks, and few enough for ten thousand clusters.
 */
export const viewLimits = { views: 50, name: 80, address: 2_000, values: 200 } as const;

/** The pages whose state stands in their address. */
export const viewPages = [
  "/clusters",
  "/versions/kubernetes",
  "/calendar",
  "/forecast",
  "/rotations",
  "/operations",
] as const;
