/** URL path split into the garden and the rest; the garden is absent if this Almanac shows only one. */
interface GardenAddress {
  readonly garden: string | undefined;
  /** Path without the garden's prefix, as in an Almanac with only one garden. */
  readonly path: string;
}

const pattern = /^\/g\/([a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)(?=\/|\?|$)/;

/** Returns the prefix of a garden's URL paths: `/g/canary`, or nothing if this Almanac shows only one garden. */
export function gardenPrefix(garden: string | undefined): string {
  return garden === undefined ? "" : `/g/${garden}`;
}

export function parseGardenAddress(address: string): GardenAddress {
  const [prefix = "", garden] = pattern.exec(address) ?? [];
  const rest = address.slice(prefix.length);
  return { garden, path: garden === undefined || rest.startsWith("/") ? rest : `/${rest}` };
}

/**
 * Returns the OIDC state parameter of a sign-in. It contains the garden, because the identity provider redirects to one
 * URL for all gardens.
 */
export function oidcStateForGarden(garden: string | undefined, random: string): string {
  return garden === undefined ? random : `${garden}.${random}`;
}

export function gardenOfOidcState(state: string | null): string | undefined {
  const [garden = "", random] = (state ?? "").split(".");
  return random === undefined ? undefined : parseGardenAddress(gardenPrefix(garden)).garden;
}

/** Returns a browser storage key that is separate for each garden. */
export function storageKeyOfGarden(key: string, garden: string | undefined): string {
  return garden === undefined ? key : `${key}@${garden}`;
}
