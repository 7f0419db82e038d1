import type * as z from "zod/mini";
import {
  type LandscapeConfiguration,
  type LandscapeProblem,
  landscapeConfigurationSchema,
  landscapeLimits,
} from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
import { formatFieldPath } from "#lib/manifest/manifest-schema.ts";
import type { TextRange } from "#lib/manifest/yaml-document.ts";
import { type DocumentPath, withCurrentKeys } from "./current-keys.ts";
import { describeIssue } from "./describe-issue.ts";
import { keysWithoutEffect, type SortedKeys } from "./document-keys.ts";
import { isEmptyDocument, readDocumentText } from "./document-text.ts";
import { compileLinearPattern } from "./linear-pattern.ts";
import { isSafeIcon } from "./vendor-icon.ts";
import { withoutInvalid } from "./without-invalid.ts";

/** A problem of the document, described later in the language of whoever reads it. */
export interface DocumentProblem extends Omit<LandscapeProblem, "message"> {
  readonly toMessage: () => string;
}

export interface ParsedLandscapeConfiguration extends SortedKeys {
  readonly configuration: LandscapeConfiguration;
  /** Whether nothing could be read, so that the configuration is empty. */
  readonly isBroken: boolean;
  /** Parts that are left out; those without a path are about the whole document. */
  readonly problems: readonly DocumentProblem[];
}

type Tell = (path: DocumentPath, toMessage: () => string) => void;

/**
 * Reads a `frontend-config.yaml` of Gardener's dashboard. A value of the wrong form is left out and named; the others
 * have effect. A text that is no YAML is an empty configuration with a problem for each error.
 */
export function parseLandscapeConfiguration(written: string): ParsedLandscapeConfiguration {
  const nothing = { configuration: {}, problems: [], unknownKeys: [], unusedKeys: [] };
  // A document of comments only is empty, not broken.
  if (isEmptyDocument(written)) return { ...nothing, isBroken: false };
  const columnOf = ({ from }: TextRange) => from - (written.lastIndexOf("\n", from - 1) + 1) + 1;
  const read = readDocumentText(written);
  if (!read.ok) {
    const problems = read.error.map((error) => ({
      ...{ path: "", line: error.line, column: columnOf(error), toMessage: error.toMessage },
    }));
    return { ...nothing, isBroken: true, problems };
  }
  const { value, placeOf } = read.value;
  const problems: DocumentProblem[] = [];
  const { document, writtenAt } = withCurrentKeys(withoutNulls(value));
  const configuration = configurationOf(document, (path, toMessage) => {
    const where = writtenAt(path);
    const place = placeOf(where);
    problems.push({ path: formatFieldPath(where), line: place.line, column: columnOf(place), toMessage });
  });
  return { configuration, isBroken: false, problems, ...keysWithoutEffect(value) };
}

function configurationOf(document: unknown, tell: Tell): LandscapeConfiguration {
  const given = withoutUnusableIcons(withoutUncheckedPatterns(document, tell), tell);
  let configuration: LandscapeConfiguration = {};
  for (const [key, schema] of Object.entries(landscapeConfigurationSchema.shape)) {
    const read = readPart(schema, fieldAt(given, key), (path, toMessage) => tell([key, ...path], toMessage));
    if (read !== undefined && !isEmpty(read)) configuration = { ...configuration, [key]: read };
  }
  return configuration;
}

type PartSchema = (typeof landscapeConfigurationSchema.shape)[keyof LandscapeConfiguration];

/** Reads the value of a key without its invalid parts; undefined if nothing is left. */
function readPart(schema: PartSchema, given: unknown, tell: Tell): z.infer<PartSchema> | undefined {
  for (let value = given; value !== undefined; ) {
    const read = schema.safeParse(value);
    if (read.success) return read.data;
    const issues = read.error.issues.map((issue) => ({ issue, path: issue.path.map(pathSegment) }));
    // What a later round finds follows from what an earlier one left out.
    for (const { issue, path } of value === given ? issues : []) {
      const isMissing = fieldAt(given, ...path) === undefined;
      tell(path, () => describeIssue(issue, isMissing));
    }
    value = withoutInvalid(
      value,
      issues.map(({ path }) => path),
    );
  }
  return undefined;
}

function pathSegment(segment: PropertyKey): string | number {
  return typeof segment === "number" ? segment : String(segment);
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** Levels below which no documented key stands, so that a deep document cannot exhaust the stack. */
const deepest = 20;

/** A key without a value is as good as absent. */
function withoutNulls(value: unknown, depth = 0): unknown {
  if (depth > deepest) return value;
  if (Array.isArray(value)) return value.map((each) => withoutNulls(each, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, withoutNulls(each, depth + 1)]])),
  );
}

/** Cost objects whose pattern cannot be checked in bounded time have none, so that nobody is kept from saving. */
function withoutUncheckedPatterns(document: unknown, tell: Tell): unknown {
  const costObjects = fieldAt(document, "costObjects");
  if (!isRecord(document) || !Array.isArray(costObjects) || costObjects.length > landscapeLimits.items) return document;
  const checked = costObjects.map((kind: unknown, index) => {
    const pattern = fieldAt(kind, "regex");
    if (!isRecord(kind) || typeof pattern !== "string" || pattern.length > landscapeLimits.pattern) return kind;
    if (compileLinearPattern(pattern).ok) return kind;
    tell(["costObjects", index, "regex"], () =>
      text("The pattern is not checked, because it has more than characters, classes, groups and repetitions."),
    );
    const { regex: _, ...others } = kind;
    return others;
  });
  return { ...document, costObjects: checked };
}

/**
 * Vendors whose icon is no safe picture have none, and keep their names. Other vendors than infrastructures have none.
 */
function withoutUnusableIcons(document: unknown, tell: Tell): unknown {
  const branding = fieldAt(document, "branding");
  if (!isRecord(document) || !isRecord(branding)) return document;
  const kinds = ["infraVendors", "dnsVendors", "machineImageVendors"].flatMap((kind) => {
    const vendors = branding[kind];
    if (!Array.isArray(vendors) || vendors.length > landscapeLimits.items) return [];
    const checked = vendors.map((vendor: unknown, index) => {
      if (!isRecord(vendor) || vendor.icon === undefined) return vendor;
      const isUsed = kind === "infraVendors";
      if (isUsed && typeof vendor.icon === "string" && isSafeIcon(vendor.icon)) return vendor;
      if (isUsed) tell(["branding", kind, index, "icon"], describeIconForm);
      const { icon: _, ...others } = vendor;
      return others;
    });
    return [[kind, checked] as const];
  });
  return { ...document, branding: { ...branding, ...Object.fromEntries(kinds) } };
}

function describeIconForm(): string {
  return text(
    "The icon is not shown: it must be a data URL of at most 16 KiB, of a PNG or of an SVG without code and addresses.",
  );
}
