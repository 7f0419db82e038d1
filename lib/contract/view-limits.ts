/** How much is kept in one place, and what a person may write, in characters. */
export const viewLimits = { views: 50, name: 80, address: 2_000 } as const;

/** The pages whose state stands in their address. */
export const viewPages = [
  "/clusters",
  "/versions/kubernetes",
  "/calendar",
  "/forecast",
  "/rotations",
  "/operations",
] as const;
