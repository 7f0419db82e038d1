import "server-only";
import type { IncomingMessage } from "node:http";
import { parseDocument, YAMLError } from "yaml";
import { measureJsonText } from "#lib/kube/measure-json-text.ts";
import { parseJsonOrUndefined } from "#lib/kube/parse-json-or-undefined.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { badRequest, tooLargeError, unsupportedMediaType } from "../../errors/api-error.ts";
import { duplicateFields } from "./duplicate-fields.ts";
import { mediaTypeWithoutParameters } from "./media-type.ts";
import { decodeProtobuf } from "./protobuf.ts";

const largestBodyBytes = 3 * 1024 * 1024;
/** Maximum nesting of a request body. JSON.parse accepts more, but JSON.stringify and recursive code would fail. */
const deepestJson = 1_000;

/** Reads the bytes of a request body; the result is empty if there is no body. @throws ApiError 413 */
async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const refusal = tooLargeError(`Request entity too large: limit is ${largestBodyBytes}`);
  if (Number(request.headers["content-length"] ?? 0) > largestBodyBytes) throw refusal;
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early must not destroy the socket, because the error response is still sent through it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    if (size > largestBodyBytes) throw refusal;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** The object in a JSON, YAML or protobuf body. @throws ApiError 400, 413 or 415 */
export async function readObjectRequestBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  return (await readBodyOfWriteRequest(request)).value;
}

/** A parsed request body and the fields that occur twice in it. The last occurrence is used. */
interface ReadBody<Value> {
  readonly value: Value;
  readonly duplicates: readonly string[];
}

/** The object in a JSON, YAML or protobuf body of a write. @throws ApiError 400, 413 or 415 */
export async function readBodyOfWriteRequest(
  request: IncomingMessage,
): Promise<ReadBody<Readonly<Record<string, unknown>>>> {
  const type = mediaTypeWithoutParameters(request.headers["content-type"]);
  const bytes = await readBytes(request);
  const value = parseBody(bytes, type);
  if (!isRecord(value)) throw badRequest("the body of the request is no object");
  const isJson = type === "application/json" || type === "";
  return { value, duplicates: isJson ? duplicateFields(bytes.toString("utf8")) : [] };
}

/** A JSON body of any shape, such as a patch. @throws ApiError 400 or 413 */
export async function readJsonRequestBody(request: IncomingMessage): Promise<ReadBody<unknown>> {
  const bytes = await readBytes(request);
  return { value: parseJson(bytes), duplicates: duplicateFields(bytes.toString("utf8")) };
}

function parseBody(bytes: Buffer, type: string): unknown {
  switch (type) {
    case "application/json":
    case "":
      return parseJson(bytes);
    case "application/yaml":
      return parseYamlBody(bytes);
    case "application/vnd.kubernetes.protobuf":
      return decodeProtobuf(bytes);
    default:
      throw unsupportedMediaType(
        "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf",
      );
  }
}

function parseJson(bytes: Buffer): unknown {
  const text = bytes.toString("utf8");
  if (measureJsonText(text).depth > deepestJson)
    throw badRequest(`the body is nested deeper than ${deepestJson} levels`);
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest(`couldn't get version/kind; json parse error: ${error.message}`);
    throw error;
  }
}

function parseYamlBody(bytes: Buffer): unknown {
  const fault = "error converting YAML to JSON";
  const { value, duplicateKeys } = parseYaml(bytes, fault);
  if (duplicateKeys.length > 0) throw badRequest(`${fault}: ${duplicateKeys.join("; ")}`);
  return value;
}

interface YamlBody {
  readonly value: unknown;
  /** YAML errors for keys that occur twice in a map. The last occurrence is used. */
  readonly duplicateKeys: readonly string[];
}

/** A YAML body, which can also be JSON. @throws ApiError 400 or 413 */
export async function readYamlRequestBody(request: IncomingMessage): Promise<YamlBody> {
  return parseYaml(await readBytes(request), "error decoding YAML");
}

function parseYaml(bytes: Buffer, fault: string): YamlBody {
  const text = bytes.toString("utf8");
  // The YAML parser would take seconds to fail at this nesting depth.
  if (measureJsonText(text).depth > deepestJson)
    throw badRequest(`${fault}: it is nested deeper than ${deepestJson} levels`);
  // kubectl sends JSON, and JSON.parse is much faster than the YAML parser.
  if (text.trimStart().startsWith("{")) {
    const value = parseJsonOrUndefined(text);
    if (value !== undefined) return { value, duplicateKeys: [] };
  }
  try {
    const document = parseDocument(text, { logLevel: "error" });
    const broken = document.errors.find(({ code }) => code !== "DUPLICATE_KEY");
    if (broken !== undefined) throw broken;
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    // Aliases can expand a short text into a huge one, so the expanded value is checked against the limits of JSON.
    const plain = parseJson(Buffer.from(JSON.stringify(value) ?? "null"));
    return { value: plain, duplicateKeys: document.errors.map(({ message }) => message.split("\n")[0] ?? "") };
  } catch (error) {
    if (isYamlError(error)) throw badRequest(`${fault}: ${error.message.split("\n")[0] ?? ""}`);
    throw error;
  }
}

/** Whether the text causes the parser error. RangeError: nested too deep to parse; TypeError: a recursive alias. */
function isYamlError(error: unknown): error is Error {
  const faults = [YAMLError, ReferenceError, RangeError, TypeError];
  return faults.some((fault) => error instanceof fault);
}
