import { operationBody } from "#lib/contract/operation.ts";
import { json, signedIn } from "#server/http/create-handler.ts";
import { handler, notAllowed } from "#server/http/handler.ts";
import { postOperation } from "#server/operations/post-operation.ts";

/** Requests an operation with the user's own credential. 202 says that the garden took the request, no more. */
export const POST = handler(
  { access: signedIn, body: json(operationBody), limit: "mutation", audit: "operation" },
  postOperation,
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = notAllowed("POST");
