import "server-only";

/** The part of a pino logger that the watch uses. */
export interface WatchLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}
