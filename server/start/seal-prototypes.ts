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
 * From now on nothing can be added to what all objects inherit from, so that a careless merge somewhere in a package
 * cannot plant a property in every object of the process. Sealed and not frozen: a frozen prototype also forbids objects
 * of their own to have a `toString` or a `name`, which ordinary code assigns.
 */
export function sealPrototypes(realm: Realm = globalThis): void {
  for (const name of names) Object.seal(realm[name].prototype);
}
