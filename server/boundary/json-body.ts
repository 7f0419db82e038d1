import "server-only";
import type { z } from "zod/mini";
import { measureJsonText } from "#lib/kube/measure-json-text.ts";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "./problem.ts";

/** Limits of a JSON request body. `values` counts fields and list items together, since each costs processing time. */
export interface BodyLimits {
  readonly bytes: number;
  readonly values: number;
}

export const defaultBodyLimits: BodyLimits = { bytes: 64 * 1024, values: 10_000 };
const depthLimit = 64;

/** Reads, parses and validates a JSON body; refuses bodies that are too large, too deep, or do not match the schema. */
export async function readJsonBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
  limits = defaultBodyLimits,
): Promise<z.infer<Schema>> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new ProblemError("unsupported-media-type", { detail: "Send JSON with content-type: application/json." });
  }
  const parsed = schema.safeParse(parseJson(await readText(request, limits.bytes), limits.values));
  if (parsed.success) return parsed.data;
  throw new ProblemError("invalid-request", {
    detail: "The body is not what this request takes.",
    causes: parsed.error.issues.slice(0, 20).map(({ path, message }) => ({ field: path.join("."), message })),
  });
}

async function readText(request: Request, limitBytes: number): Promise<string> {
  const detail = text("A body may have at most {limitBytes} bytes.", { limitBytes });
  const tooLarge = new ProblemError("too-large", { detail });
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    // The Content-Length header may be wrong, so the received bytes are counted.
    for await (const chunk of request.body ?? []) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > limitBytes) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause === tooLarge) throw cause;
    throw new ProblemError("invalid-request", { detail: "The body broke off." }, { cause });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new ProblemError("invalid-request", { detail: "The body is not UTF-8." }, { cause });
  }
}

function parseJson(body: string, mostValues: number): unknown {
  const { depth, values } = measureJsonText(body);
  if (depth > depthLimit) {
    throw new ProblemError("invalid-request", { detail: `The body nests deeper than ${depthLimit} levels.` });
  }
  if (values > mostValues) {
    const detail = text("A body may have at most {mostValues} fields and list items in all.", { mostValues });
    throw new ProblemError("too-large", { detail });
  }
  try {
    const value: unknown = JSON.parse(body);
    return value;
  } catch (cause) {
    throw new ProblemError("invalid-request", { detail: "The body is not JSON." }, { cause });
  }
}
