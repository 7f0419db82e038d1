import "server-only";
import type { Seed } from "#lib/garden/seed.ts";
import { type SeedFacts, seedFacts } from "#lib/policy/next/seed-facts.ts";
import type { ObjectCache } from "#server/watch/object-cache.ts";

/** Properties of Seeds that affect the Shoots on them. */
export class SeedIndex {
  readonly #seeds: ObjectCache<Seed> | undefined;
  #facts = new Map<string, SeedFacts>();

  constructor(seeds: ObjectCache<Seed> | undefined) {
    this.#seeds = seeds;
    this.#read();
  }

  /** Properties of a Seed; undefined for an unknown one, or while Seeds cannot be read. */
  factsOf(name: string | undefined): SeedFacts | undefined {
    return name === undefined ? undefined : this.#facts.get(name);
  }

  /** Calls `changed` with the names of Seeds whose properties changed. @returns a function that unsubscribes */
  onChange(changed: (names: ReadonlySet<string>) => void): () => void {
    return (
      this.#seeds?.subscribe(() => {
        const before = this.#facts;
        this.#read();
        const names = [...new Set([...before.keys(), ...this.#facts.keys()])].filter(
          (name) => JSON.stringify(before.get(name)) !== JSON.stringify(this.#facts.get(name)),
        );
        changed(new Set(names));
      }) ?? (() => undefined)
    );
  }

  #read(): void {
    const all = this.#seeds?.all() ?? [];
    this.#facts = new Map(all.map((seed) => [seed.metadata.name, seedFacts(seed)]));
  }
}
