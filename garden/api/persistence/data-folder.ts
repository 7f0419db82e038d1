import "server-only";
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** SQLite application id of the garden's database files: "ALMG". */
const applicationId = 0x414c4d47;
/** Version of the database tables, increased whenever the tables change. Other versions are refused, not converted. */
const formatVersion = 1;

/** Maximum size of the write-ahead log after a checkpoint. The first transaction of a large landscape exceeds it. */
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
 * Opens the database of a data folder for this process alone; creates it if missing. The lock is the operating system's
 * lock on the file, so it ends with the process, however that ends.
 *
 * A commit has reached the operating system when it returns, so it survives the process, even if that is killed. A
 * power loss can drop the last commits, but does not corrupt the database.
 * @throws Error with the reason for a folder in use, a damaged file and a file of another program; none of them is
 * changed
 */
export function openDataFolder(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, "garden.sqlite");
  refuseOrphanedLog(file);
  // The database contains keys and tokens. SQLite creates its other files with the same mode.
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

/** Refuses a write-ahead log without its database file, because SQLite would delete the log with all its data. */
function refuseOrphanedLog(file: string): void {
  // The comment inside import() keeps the bundler from resolving a dynamic path, which would include all files.
  const [main, log] = [file, `${file}-wal`].map(
    (name) => statSync(/*turbopackIgnore: true*/ name, { throwIfNoEntry: false })?.size ?? 0,
  );
  if (main === 0 && log !== 0) throw new Error(`${file} is damaged: its log is there, the database itself is gone`);
}

function claim(database: DatabaseSync, file: string): void {
  database.exec("PRAGMA locking_mode = EXCLUSIVE");
  // Must run before any write, so that a file of another program is not changed.
  const isNew = checkFormat(database, file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  database.exec(`PRAGMA journal_size_limit = ${mostLogBytes}; BEGIN EXCLUSIVE`);
  if (isNew) database.exec(tables);
  database.exec("COMMIT");
  const { quick_check: verdict } = database.prepare("PRAGMA quick_check(1)").get() ?? {};
  if (verdict !== "ok") throw new Error(`${file} is damaged: ${String(verdict)}`);
}

/** Whether the database has no tables yet. @throws Error for another program's file or another format version */
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

// SQLite result codes: https://sqlite.org/rescode.html
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
