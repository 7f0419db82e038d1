import "server-only";
import type { GardenError } from "#server/garden/garden-error.ts";

/** An error message of the garden's API server, shortened for the user. */
interface GardenMessage {
  readonly message: string;
  readonly causes: readonly { readonly field: string; readonly message: string }[];
  /** The verbatim message, when something was left out. */
  readonly whole?: string;
}

/** Maximum in characters: of the message alone, and of all causes together. */
const longest = 600;
const omission = " … ";

/** A JSON object as Go's `%q` prints it. */
const quotedObject = /"\{[^"\\]*(?:\\.[^"\\]*)*"/gs;
/** Error of a patch whose result is no valid Shoot: the complete Shoot is repeated, followed by the cause. */
const unfitPatch = /(?:^ "" is invalid: patch: |^)Invalid value: "\{[^"\\]*(?:\\.[^"\\]*)*": (.+)$/s;
const namedFields = [/Go struct field \w+\.(\S+) of type/, /(?:unknown|duplicate) field "([^"]+)"/];

/**
 * Shortens an error message of the garden's API server by the objects that it repeats: of a type error the cause and
 * the field remain, of a long list its beginning and its end.
 *
 * @source k8s.io/apiserver: endpoints/handlers/patch.go (NewInvalid of the patched object)
 */
export function shortenGardenMessage(error: Pick<GardenError, "message" | "gardenMessage" | "causes">): GardenMessage {
  const verbatim = error.gardenMessage ?? error.message;
  const message = clipped(withoutObjects(verbatim));
  const told = error.causes.flatMap((cause) =>
    cause.message === undefined ? [] : [{ field: cause.field ?? "", message: cause.message }],
  );
  const causes = fitting(told.map(withoutObject));
  const isWhole = message === verbatim && causes.every((cause, index) => cause.message === told[index]?.message);
  return { message, causes, ...(!(isWhole && causes.length === told.length) && { whole: verbatim }) };
}

function withoutObjects(text: string): string {
  const clause = unfitPatch.exec(text)?.[1];
  if (clause === undefined) return text.replace(quotedObject, '"{…}"');
  const field = fieldOf(clause);
  return field === undefined ? clause : `${field}: ${clause}`;
}

function withoutObject({ field, message }: GardenMessage["causes"][number]): GardenMessage["causes"][number] {
  const clause = unfitPatch.exec(message)?.[1];
  if (clause === undefined) return { field, message: clipped(message.replace(quotedObject, '"{…}"')) };
  return { field: fieldOf(clause) ?? field, message: clipped(clause) };
}

function fieldOf(clause: string): string | undefined {
  return namedFields.flatMap((pattern) => pattern.exec(clause)?.[1] ?? [])[0];
}

function clipped(text: string): string {
  if (text.length <= longest) return text;
  const half = Math.floor((longest - omission.length) / 2);
  return `${text.slice(0, half)}${omission}${text.slice(-half)}`;
}

/** The first causes of a garden error, up to `longest` characters in total. */
function fitting(causes: GardenMessage["causes"]): GardenMessage["causes"] {
  let length = 0;
  return causes.filter(({ field, message }) => {
    length += field.length + message.length;
    return length <= longest;
  });
}
