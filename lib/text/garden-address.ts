/** What an address says of the garden it concerns; none where an Almanac shows only one. */
interface GardenAddress {
  readonly garden: string | undefined;
  /** What is left: the address as it is where there is only one garden. */
  readonly path: string;
}

const pattern = /^\/g\/([a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)(?=\/|\?|$)/;

/** What the addresses of a garden begin with: `/g/canary`, or nothing. */
export function gardenPrefix(garden: string | undefined): string {
  return garden === undefined ? "" : `/g/${garden}`;
}

export function readGardenAddress(address: string): GardenAddress {
  const [prefix = "", garden] = pattern.exec(address) ?? [];
  const rest = address.slice(prefix.length);
  return { garden, path: garden === undefined || rest.startsWith("/") ? rest : `/${rest}` };
}

/**
 * What a provider gives back with a sign-in, and by which the browser knows the garden again: a provider leads to one
 * address only.
 */
export function stateOfGarden(garden: string | undefined, random: string): string {
  return garden === undefined ? random : `${garden}.${random}`;
}

export function gardenOfState(state: string | null): string | undefined {
  const [garden = "", random] = (state ?? "").split(".");
  return random === undefined ? undefined : readGardenAddress(gardenPrefix(garden)).garden;
}

/** What is remembered under `key`, apart from what is remembered of other gardens. */
export function keyOfGarden(key: string, garden: string | undefined): string {
  return garden === undefined ? key : `${key}@${garden}`;
}
