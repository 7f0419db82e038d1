import "server-only";
import { ApiError } from "../../errors/api-error.ts";

const title = "Kubernetes";
const version = "v1.33.4";

/**
 * GET /openapi/v2. Only kubectl before 1.29 requires it, to detect server-side validation, and it reads only protobuf.
 * The document contains no kinds; all of them are in /openapi/v3.
 */
export function openApiV2(accept: string | undefined): { readonly contentType: string; readonly body: Buffer } {
  if (accept === undefined || /\*\/\*|application\/(\*|json)/.test(accept)) {
    const document = { swagger: "2.0", info: { title, version }, paths: {} };
    return { contentType: "application/json", body: Buffer.from(JSON.stringify(document)) };
  }
  const contentType = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
  if (/application\/com\.github\.proto-openapi\.spec\.v2[@.]v1\.0\+protobuf/.test(accept)) {
    return { contentType, body: documentBytes() };
  }
  throw new ApiError(
    406,
    "NotAcceptable",
    `only the following media types are accepted: application/json, ${contentType}`,
  );
}

/** Protobuf message openapi.v2.Document: field 1 is swagger, 2 is info (title 1, version 2), 8 is paths. */
function documentBytes(): Buffer {
  const info = Buffer.concat([field(1, Buffer.from(title)), field(2, Buffer.from(version))]);
  return Buffer.concat([field(1, Buffer.from("2.0")), field(2, info), field(8, Buffer.alloc(0))]);
}

function field(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
}
