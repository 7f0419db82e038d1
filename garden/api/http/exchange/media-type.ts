import "server-only";
import { notAcceptable } from "../../errors/api-error.ts";

/** One entry of an Accept header: the type and its parameters. */
export interface MediaRange {
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export function parseAccept(header: string | undefined): readonly MediaRange[] {
  if (header === undefined || header.trim() === "") return [{ type: "*/*", parameters: {} }];
  return header.split(",").map((entry) => {
    const [type = "", ...parameters] = entry.split(";").map((part) => part.trim());
    return {
      type: type.toLowerCase(),
      parameters: Object.fromEntries(
        parameters.map((parameter) => {
          const [name = "", value = ""] = parameter.split("=");
          return [name.trim().toLowerCase(), value.trim()] as const;
        }),
      ),
    };
  });
}

/** How the client wants to receive objects: complete, as table rows, or only their metadata. */
export type ObjectRepresentation = "object" | "table" | "metadata";

/**
 * Chooses the first representation in an Accept header that this server supports.
 * @throws ApiError 406 if there is none
 */
export function negotiateRepresentation(header: string | undefined): ObjectRepresentation {
  for (const { type, parameters } of parseAccept(header)) {
    if (type !== "application/json" && type !== "*/*" && type !== "application/*") continue;
    switch (parameters.as) {
      case undefined:
        return "object";
      case "Table":
        if (parameters.v === "v1" && parameters.g === "meta.k8s.io") return "table";
        break;
      case "PartialObjectMetadata":
      case "PartialObjectMetadataList":
        if (parameters.v === "v1" && parameters.g === "meta.k8s.io") return "metadata";
        break;
    }
  }
  throw notAcceptable("application/json");
}

/** The media type of a Content-Type header without its parameters. */
export function mediaTypeWithoutParameters(header: string | undefined): string {
  return (header ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}
