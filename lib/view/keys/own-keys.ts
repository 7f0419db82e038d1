/** Custom keys by the default key that they replace. */
export type Keymap = ReadonlyMap<string, string>;

/** Parses the stored form `z=t u=y`. Invalid pairs are left out. */
export function parseKeymap(text: string): Keymap {
  const pairs = text.split(" ").map((pair) => /^(\S)=(\S)$/u.exec(pair));
  return new Map(
    pairs.flatMap((pair) => (pair?.[1] !== undefined && pair[2] !== undefined ? [[pair[1], pair[2]]] : [])),
  );
}

export function formatKeymap(keymap: Keymap): string {
  return [...keymap].map(([usual, own]) => `${usual}=${own}`).join(" ");
}
