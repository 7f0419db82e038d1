import "server-only";
import { type DestinationStream, type Logger, pino } from "pino";
import type { LogLevel } from "#server/config/config.ts";

/** Log fields that are redacted, up to two levels deep. */
const secretFields = ["authorization", "cookie", "token", "kubeconfig", "password", "data", "stringData", "body"];
const paths = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

/** Patterns of credentials that are redacted inside log texts. */
const secretTexts =
  /-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)|\beyJ[\w-]{8,}(?:\.[\w-]*){1,4}|\b[Bb]earer\s+[\w.~+/=-]{8,}/g;

const stdout = 1;
/** Maximum size of log lines that could not be written yet; further lines are dropped. */
const maxStoredBytes = 1024 * 1024;

/**
 * A log destination for a file that may be full or gone. Logging never throws: lines that cannot be written are
 * buffered and written later.
 */
export function logDestination(file: number): DestinationStream {
  const lines = pino.destination({ dest: file, sync: true, maxLength: maxStoredBytes });
  lines.on("error", () => undefined);
  return lines;
}

/** A logger of JSON lines; secrets are redacted by field name and by pattern. */
export function createLog(level: LogLevel, destination: DestinationStream = logDestination(stdout)): Logger {
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
