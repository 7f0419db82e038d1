import "server-only";
import { type DestinationStream, type Logger, pino } from "pino";
import type { LogLevel } from "../config/config.ts";

/** Fields that never reach the log, wherever they sit in what is logged. */
const secretFields = ["authorization", "cookie", "token", "kubeconfig", "password", "data", "stringData", "body"];
const paths = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

/** What a credential looks like, wherever somebody put it into a sentence. */
const secretTexts =
  /-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)|\beyJ[\w-]{8,}(?:\.[\w-]*){1,4}|\b[Bb]earer\s+[\w.~+/=-]{8,}/g;

/** JSON lines on stdout; secrets are taken out by field name and by their looks. */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths, censor: "[redacted]" },
    serializers: { err: describeError },
    hooks: { streamWrite: (line: string) => line.replace(secretTexts, "[redacted]") },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

interface ErrorLine {
  readonly name: string;
  readonly message: string;
  readonly reason?: unknown;
  readonly stack?: string | undefined;
  readonly cause?: unknown;
}

function describeError(error: unknown): ErrorLine | unknown {
  if (!(error instanceof Error)) return error;
  return {
    name: error.name,
    message: error.message,
    ...("reason" in error ? { reason: error.reason } : { stack: error.stack }),
    ...(error.cause === undefined || error.cause === error ? {} : { cause: describeError(error.cause) }),
  };
}
