/** Address split into its garden and the rest; no garden when this Almanac shows only one. */
interface GardenAddress {
  readonly garden: string | undefined;
  /** The address without the garden's prefix, as with only one garden. */
  readonly path: string;
}

const pattern = /^\/g\/([a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)(?=\/|\?|$)/;

/** Returns the prefix of a garden's addresses: `/g/canary`, or nothing. */
export function gardenPrefix(garden: string | undefined): string {
  return garden === undefined ? "" : `/g/${garden}`;
}

export function readGardenAddress(address: string): GardenAddress {
  const [prefix = "", garden] = pattern.exec(address) ?? [];
  const rest = address.slice(prefix.length);
  return { garden, path: garden === undefined || rest.startsWith("/") ? rest : `/${rest}` };
}

/**
 * Returns the OIDC state of a sign-in, from which the browser finds its garden afterwards: a provider redirects to one
 * address only.
 */
export function oidcStateForGarden(garden: string | undefined, random: string): string {
  return garden === undefined ? random : `${garden}.${random}`;
}

export function gardenOfOidcState(state: string | null): string | undefined {
  const [garden = "", random] = (state ?? "").split(".");
  return random === undefined ? undefined : readGardenAddress(gardenPrefix(garden)).garden;
}

/** Returns a storage key for `key` that is separate for each garden. */
export function keyOfGarden(key: string, garden: string | undefined): string {
  return garden === undefined ? key : `${key}@${garden}`;
}
