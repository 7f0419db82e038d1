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
 * Seals built-in prototypes, so that a defect in some package cannot add a property to every object of the process.
 * Frozen prototypes would also forbid ordinary code to assign an own `toString` or `name` to an object.
 */
export function sealPrototypes(realm: Realm = globalThis): void {
  for (const name of names) Object.seal(realm[name].prototype);
}
