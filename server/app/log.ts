import "server-only";
import { type DestinationStream, type Logger, pino } from "pino";
import type { LogLevel } from "#server/config/config.ts";

/** Fields that never reach the log, wherever they sit in what is logged. */
const secretFields = ["authorization", "cookie", "token", "kubeconfig", "password", "data", "stringData", "body"];
const paths = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

/** What a credential looks like, wherever somebody put it into a sentence. */
const secretTexts =
  /-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)|\beyJ[\w-]{8,}(?:\.[\w-]*){1,4}|\b[Bb]earer\s+[\w.~+/=-]{8,}/g;

const stdout = 1;
/** Lines that could not be written yet; above it they are dropped. */
const mostKeptBytes = 1024 * 1024;

/**
 * Lines for a file that may be full or gone. Whoever logs must not fail for it: what cannot be written is kept, and
 * written when there is room again.
 */
export function linesTo(file: number): DestinationStream {
  const lines = pino.destination({ dest: file, sync: true, maxLength: mostKeptBytes });
  lines.on("error", () => undefined);
  return lines;
}

/** JSON lines; secrets are taken out by field name and by their looks. */
export function createLog(level: LogLevel, destination: DestinationStream = linesTo(stdout)): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths, censor: "[redacted]" },
    serializers: { err: describeError },
    hooks: { streamWrite: (line: string) => line.replace(secretTexts, "[redacted]") },
  };
  return pino(options, destination);
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
