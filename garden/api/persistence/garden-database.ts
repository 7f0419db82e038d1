import "server-only";
import { crc32 } from "node:zlib";
import type { KubeObject } from "#lib/kube/object.ts";
import { isKubeObject } from "#lib/kube/wire.ts";
import { cacheJson, jsonOfObject } from "../store/json-of-object.ts";
import type { StoreChange } from "../store/store.ts";
import { openDataFolder } from "./data-folder.ts";

/** Changes that are written in one transaction: completely, or not at all if the process ends meanwhile. */
export interface StoreTransaction {
  readonly changes: Iterable<StoreChange>;
  /** Notes of the controllers by name; undefined deletes a note. */
  readonly notes: Iterable<readonly [name: string, text: string | undefined]>;
  readonly facts: Iterable<readonly [name: string, text: string]>;
}

export type GardenDatabase = ReturnType<typeof openGardenDatabase>;

/**
 * Opens the garden's database on disk: stored objects, controller notes, and facts about the garden such as its clock.
 * @throws Error with the reason if the folder cannot be used
 */
export function openGardenDatabase(folder: string) {
  const database = openDataFolder(folder);
  const putObject = database.prepare(
    "INSERT INTO objects VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET checksum = excluded.checksum, text = excluded.text",
  );
  const removeObject = database.prepare("DELETE FROM objects WHERE collection = ? AND key = ?");
  const putNote = database.prepare("INSERT INTO notes VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text");
  const removeNote = database.prepare("DELETE FROM notes WHERE name = ?");
  const putFact = database.prepare("INSERT INTO facts VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text");
  const readFact = database.prepare("SELECT text FROM facts WHERE name = ?");

  function writeAll({ changes, notes, facts }: StoreTransaction): void {
    for (const { collection, key, object } of changes) {
      if (object === undefined) removeObject.run(collection, key);
      else {
        const text = jsonOfObject(object);
        putObject.run(collection, key, crc32(text), text);
      }
    }
    for (const [name, text] of notes) {
      if (text === undefined) removeNote.run(name);
      else putNote.run(name, text);
    }
    for (const [name, text] of facts) putFact.run(name, text);
  }

  return {
    fact(name: string): string | undefined {
      const text = readFact.get(name)?.text;
      return typeof text === "string" ? text : undefined;
    },
    *notes(): Iterable<readonly [name: string, text: string]> {
      for (const { name, text } of database.prepare("SELECT name, text FROM notes").iterate()) {
        yield [String(name), String(text)];
      }
    },
    /** Reads all stored objects. @throws Error for an object whose checksum is wrong */
    *objects(): Iterable<{ readonly collection: string; readonly object: KubeObject }> {
      for (const row of database.prepare("SELECT collection, key, checksum, text FROM objects").iterate()) {
        const text = String(row.text);
        const object = crc32(text) === row.checksum ? parsed(text) : undefined;
        if (object === undefined) {
          throw new Error(
            `the database in ${folder} is damaged: ${row.collection} ${row.key} is not as it was written`,
          );
        }
        cacheJson(object, text);
        yield { collection: String(row.collection), object };
      }
    },
    /** Writes a transaction, returns once the system has it. @throws Error if nothing was written, as on a full disk */
    write(batch: StoreTransaction): void {
      database.exec("BEGIN");
      try {
        writeAll(batch);
        database.exec("COMMIT");
      } catch (error) {
        // After a failed COMMIT on a full disk, SQLite can already have rolled back the transaction.
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    },
    close: () => database.close(),
  };
}

function parsed(text: string): KubeObject | undefined {
  const value: unknown = JSON.parse(text);
  return isKubeObject<KubeObject>(value) ? value : undefined;
}
