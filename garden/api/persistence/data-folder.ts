import "server-only";
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Marks a file as ours: "ALMG". */
const applicationId = 0x414c4d47;
/** Raise it with every change of the tables below; an older or newer file is refused, not converted. */
const formatVersion = 1;

/** The log of a large landscape's first transaction is as large as the landscape; it need not stay so. */
const mostLogBytes = 16 * 1024 * 1024;

const tables = `
CREATE TABLE objects (collection TEXT NOT NULL, key TEXT NOT NULL, checksum INTEGER NOT NULL, text TEXT NOT NULL,
  UNIQUE (collection, key));
CREATE TABLE notes (name TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE facts (name TEXT PRIMARY KEY, text TEXT NOT NULL);
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${formatVersion};
`;

/**
 * Opens the database of a data folder for this process alone, and makes it when there is none. The lock is the
 * operating system's lock on the file, so it ends with the process, however that ends.
 *
 * A commit is in the hands of the operating system when it returns: it outlives the process, also one that is killed.
 * The last commits before a loss of power may be missing; the database is whole also then.
 * @throws Error that says why, for a folder in use, a damaged file and one that is not ours; none of them is changed
 */
export function openDataFolder(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, "garden.sqlite");
  refuseOrphanedLog(file);
  // It holds keys and tokens. The files that SQLite puts beside it get the same mode.
  closeSync(openSync(file, "a", 0o600));
  chmodSync(file, 0o600);
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    claim(database, file);
    return database;
  } catch (cause) {
    database.close();
    throw explained(cause, file);
  }
}

/** SQLite takes a log without its database for rubbish and deletes it, with all that it holds. */
function refuseOrphanedLog(file: string): void {
  // The comment inside keeps the build from following a path that it cannot know, and so from taking all files along.
  const [main, log] = [file, `${file}-wal`].map(
    (name) => statSync(/*turbopackIgnore: true*/ name, { throwIfNoEntry: false })?.size ?? 0,
  );
  if (main === 0 && log !== 0) throw new Error(`${file} is damaged: its log is there, the database itself is gone`);
}

function claim(database: DatabaseSync, file: string): void {
  database.exec("PRAGMA locking_mode = EXCLUSIVE");
  // Before anything that could write: a file that is somebody else's stays as it is.
  const isNew = checkFormat(database, file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  database.exec(`PRAGMA journal_size_limit = ${mostLogBytes}; BEGIN EXCLUSIVE`);
  if (isNew) database.exec(tables);
  database.exec("COMMIT");
  const { quick_check: verdict } = database.prepare("PRAGMA quick_check(1)").get() ?? {};
  if (verdict !== "ok") throw new Error(`${file} is damaged: ${String(verdict)}`);
}

/** True for a database with nothing in it. */
function checkFormat(database: DatabaseSync, file: string): boolean {
  const application = numberOf(database, "PRAGMA application_id");
  const version = numberOf(database, "PRAGMA user_version");
  if (application === 0 && numberOf(database, "SELECT count(*) FROM sqlite_schema") === 0) return true;
  if (application !== applicationId) throw new Error(`${file} is no database of an embedded garden`);
  if (version !== formatVersion) {
    throw new Error(
      `${file} has format ${version}, and this version of Almanac reads format ${formatVersion}: use the version that wrote it, or another folder`,
    );
  }
  return false;
}

function numberOf(database: DatabaseSync, query: string): number {
  const [value] = Object.values(database.prepare(query).get() ?? {});
  return Number(value);
}

// https://sqlite.org/rescode.html
const busy = 5;
const corrupt = 11;
const notADatabase = 26;

function explained(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("errcode" in error)) return error;
  const primary = Number(error.errcode) & 0xff;
  if (primary === busy) return new Error(`${file} is in use by another process`, { cause: error });
  if (primary === notADatabase) return new Error(`${file} is no database, or a damaged one`, { cause: error });
  if (primary === corrupt) return new Error(`${file} is damaged: ${error.message}`, { cause: error });
  return new Error(`${file} cannot be opened: ${error.message}`, { cause: error });
}
