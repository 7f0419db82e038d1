import "server-only";
import type { z } from "zod/mini";
import { ProblemError } from "./problem.ts";

const defaultLimitBytes = 64 * 1024;
const depthLimit = 64;

/** Reads, parses and validates a JSON body; refuses what is too large, too deep, or not what the schema says. */
export async function readJsonBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
  limitBytes = defaultLimitBytes,
): Promise<z.infer<Schema>> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new ProblemError("unsupported-media-type", { detail: "Send JSON with content-type: application/json." });
  }
  const parsed = schema.safeParse(parseJson(await readText(request, limitBytes)));
  if (parsed.success) return parsed.data;
  throw new ProblemError("invalid-request", {
    detail: "The body is not what this request takes.",
    causes: parsed.error.issues.slice(0, 20).map(({ path, message }) => ({ field: path.join("."), message })),
  });
}

async function readText(request: Request, limitBytes: number): Promise<string> {
  const tooLarge = new ProblemError("too-large", { detail: `A body may have at most ${limitBytes} bytes.` });
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  // The length is only a promise: count what really arrives.
  for await (const chunk of request.body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > limitBytes) throw tooLarge;
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new ProblemError("invalid-request", { detail: "The body is not UTF-8." }, { cause });
  }
}

function parseJson(text: string): unknown {
  if (nestsDeeper(text, depthLimit)) {
    throw new ProblemError("invalid-request", { detail: `The body nests deeper than ${depthLimit} levels.` });
  }
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (cause) {
    throw new ProblemError("invalid-request", { detail: "The body is not JSON." }, { cause });
  }
}

/** Counts brackets before parsing: JSON.parse takes a hundred thousand levels that nothing after it survives. */
function nestsDeeper(text: string, limit: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (quoted && character === "\\") index += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "[" || character === "{")) depth += 1;
    else if (!quoted && (character === "]" || character === "}")) depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}
