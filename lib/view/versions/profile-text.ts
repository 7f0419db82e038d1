import { isMap, isNode, LineCounter, parseDocument, stringify } from "yaml";
import type * as z from "zod/mini";
import { cloudProfileSpecSchema } from "#lib/contract/profile-spec.ts";
import type { ProfileDetail } from "#lib/contract/versions.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import { fail, ok, type Result } from "#lib/result.ts";

/** Error in a text, with offsets into the text. */
export interface ProfileTextError {
  /** Path such as `spec.kubernetes.versions[2].expirationDate`; empty for the whole text. */
  readonly path: string;
  readonly message: string;
  readonly from: number;
  readonly to: number;
  /** Line number, counted from 1. */
  readonly line: number;
}

/** Profile parsed from the text of the editor. */
export interface ParsedProfileText<Spec = CloudProfileSpec> {
  readonly spec: Spec;
  /** Name in the metadata; empty if there is none. */
  readonly name: string;
  /** Spec with its fields in the order of the text, for comparison with the original. */
  readonly written: Readonly<Record<string, unknown>>;
  /** Returns the position of a field in the text, or of its nearest existing parent. */
  readonly placeOf: (path: string) => Pick<ProfileTextError, "from" | "to" | "line">;
}

type ProfileObject = ProfileDetail["profile"];

/** Returns the initial text of the profile editor: kind and name of the profile, and its spec. */
export function formatProfile({ metadata, spec }: Pick<ProfileObject, "metadata" | "spec">): string {
  const shown = {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "CloudProfile",
    metadata: { name: metadata.name },
    spec,
  };
  return stringify(shown, { lineWidth: 0 });
}

const longestText = 1_400_000;

type Segments = readonly (string | number)[];

/** Parses a path `a.b[2].c` to `["a", "b", 2, "c"]`, up to empty brackets (the API server's "no certain entry"). */
function segmentsOf(path: string): Segments {
  const segments: (string | number)[] = [];
  for (const [, name, index] of path.matchAll(/([^.[\]]+)|\[(\d*)\]/g)) {
    if (name !== undefined) segments.push(name);
    else if (index === "" || index === undefined) break;
    else segments.push(Number(index));
  }
  return segments;
}

function pathText(segments: readonly PropertyKey[]): string {
  return segments
    .map((segment) => (typeof segment === "number" ? `[${segment}]` : `.${String(segment)}`))
    .join("")
    .slice(1);
}

function placeFinder(document: ReturnType<typeof parseDocument>, lines: LineCounter): ParsedProfileText["placeOf"] {
  return (path) => {
    const segments = segmentsOf(path);
    for (let length = segments.length; length > 0; length -= 1) {
      const node = document.getIn(segments.slice(0, length), true);
      if (isNode(node) && node.range) {
        const [from, to] = node.range;
        return { from, to, line: lines.linePos(from).line };
      }
    }
    return { from: 0, to: 0, line: 1 };
  };
}

/** What a text must be: a profile of this kind and name, with a spec that the API server can decode. */
export interface ExpectedProfile<Spec> {
  readonly kind: "CloudProfile" | "NamespacedCloudProfile";
  /** Undefined for a new profile, whose name is in the text. */
  readonly name: string | undefined;
  readonly schema: z.ZodMiniType<Spec>;
}

function identityErrors(
  value: Readonly<Record<string, unknown>>,
  { kind, name }: Pick<ExpectedProfile<unknown>, "kind" | "name">,
): readonly [path: string, message: string][] {
  const faults: [string, string][] = [];
  const metadata = isRecord(value.metadata) ? value.metadata : {};
  if (value.kind !== undefined && value.kind !== kind) faults.push(["kind", text("this is no {kind}", { kind })]);
  if (name !== undefined && metadata.name !== undefined && metadata.name !== name) {
    faults.push(["metadata.name", text("this is another profile: {name} is being changed", { name })]);
  }
  if (!isRecord(value.spec)) faults.push(["spec", text("a profile needs a spec")]);
  return faults;
}

/** Parses a text for the named CloudProfile: YAML first, then the types that the API server can decode. */
export function readProfileText(source: string, name: string): Result<ParsedProfileText, readonly ProfileTextError[]> {
  return readExpectedProfile(source, { kind: "CloudProfile", name, schema: cloudProfileSpecSchema });
}

/** Parses a text for the expected profile: YAML first, then the types that the API server can decode. */
export function readExpectedProfile<Spec>(
  source: string,
  expected: ExpectedProfile<Spec>,
): Result<ParsedProfileText<Spec>, readonly ProfileTextError[]> {
  const whole = { path: "", from: 0, to: 0, line: 1 };
  if (source.length > longestText)
    return fail([{ ...whole, message: text("the text is larger than any object may be") }]);
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    return fail(
      document.errors.map(({ message, pos: [from, to] }) => ({
        path: "",
        message,
        from,
        to,
        line: lines.linePos(from).line,
      })),
    );
  }
  if (!isMap(document.contents)) return fail([{ ...whole, message: text("this is no object") }]);
  const value = toPlain(document);
  if (!value.ok) return fail([{ ...whole, message: value.error }]);
  const placeOf = placeFinder(document, lines);
  const placed = (path: string, message: string): ProfileTextError => ({ path, message, ...placeOf(path) });
  const identity = identityErrors(value.value, expected);
  if (identity.length > 0) return fail(identity.map(([path, message]) => placed(path, message)));
  const written = isRecord(value.value.spec) ? value.value.spec : {};
  const parsed = expected.schema.safeParse(written);
  const name = stringAt(value.value, "metadata", "name") ?? "";
  if (parsed.success) return ok({ spec: parsed.data, name, written, placeOf });
  return fail(parsed.error.issues.map((issue) => placed(pathText(["spec", ...issue.path]), typeLabel(issue))));
}

/** Describes a value of a wrong type, which the API server could not decode. */
function typeLabel(issue: { readonly message: string; readonly expected?: unknown }): string {
  return typeof issue.expected === "string"
    ? text("Invalid type: must be of type {expected}", { expected: issue.expected })
    : issue.message;
}

function toPlain(document: ReturnType<typeof parseDocument>): Result<Readonly<Record<string, unknown>>, string> {
  try {
    // YAML aliases can expand beyond any memory limit; the library counts them and throws.
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return isRecord(value) ? ok(value) : fail(text("this is no object"));
  } catch (error) {
    return fail(error instanceof Error ? error.message : text("this cannot be read"));
  }
}
