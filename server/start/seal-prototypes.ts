import "server-only";

const names = [
  "Object",
  "Array",
  "Function",
  "String",
  "Number",
  "Boolean",
  "BigInt",
  "Symbol",
  "Date",
  "RegExp",
  "Error",
  "Map",
  "Set",
  "Promise",
] as const;

type Realm = Readonly<Record<(typeof names)[number], { readonly prototype: object }>>;

/**
 * Seals built-in prototypes, so that a careless merge in some package cannot add a property to every object of the
 * process. Sealed instead of frozen: with a frozen prototype, objects could not be assigned a `toString` or `name` of
 * their own, as ordinary code does.
 */
export function sealPrototypes(realm: Realm = globalThis): void {
  for (const name of names) Object.seal(realm[name].prototype);
}
