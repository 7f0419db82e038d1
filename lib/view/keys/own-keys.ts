/** Custom keyboard shortcuts by the default key that they replace. */
export type CustomKeymap = ReadonlyMap<string, string>;

/** Parses stored custom shortcuts such as `z=t u=y`. Invalid pairs are left out. */
export function parseKeymap(text: string): CustomKeymap {
  const pairs = text.split(" ").map((pair) => /^(\S)=(\S)$/u.exec(pair));
  return new Map(
    pairs.flatMap((pair) => (pair?.[1] !== undefined && pair[2] !== undefined ? [[pair[1], pair[2]]] : [])),
  );
}

export function formatKeymap(keymap: CustomKeymap): string {
  return [...keymap].map(([usual, own]) => `${usual}=${own}`).join(" ");
}
