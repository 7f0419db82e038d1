/** Path of a Seed's page. */
export function seedPath(name: string): string {
  return `/seeds/${encodeURIComponent(name)}`;
}

/** Path of the list of a Seed's clusters, restricted further by the given filters. */
export function clustersOfSeedPath(name: string, filters: Readonly<Record<string, string>> = {}): string {
  return `/clusters?${new URLSearchParams({ seed: name, ...filters })}`;
}
