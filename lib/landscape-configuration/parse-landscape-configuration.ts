import {
  type LandscapeConfiguration,
  type LandscapeProblem,
  landscapeConfigurationSchema,
} from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { message, text } from "#lib/language/text.ts";
import { formatFieldPath, type ManifestPathSegment } from "#lib/manifest/manifest-schema.ts";
import { parseYamlText, type TextRange } from "#lib/manifest/yaml-document.ts";
import { keysWithoutEffect, type SortedKeys } from "./document-keys.ts";
import { compileLinearPattern } from "./linear-pattern.ts";

/** Longest document that is read, in characters; a ConfigMap holds a MiB at most. */
export const longestDocument = 512 * 1024;

export interface ParsedLandscapeConfiguration extends SortedKeys {
  readonly configuration: LandscapeConfiguration;
  /** Parts that are left out; one without a path if nothing could be read. */
  readonly problems: readonly LandscapeProblem[];
}

type Path = readonly ManifestPathSegment[];

/** Most problems that are named of each key. */
const mostProblems = 20;

/**
 * Reads a `frontend-config.yaml` of Gardener's dashboard. A value of the wrong form is left out and named; the others
 * have effect. A text that is no YAML is an empty configuration with a problem for each error.
 */
export function parseLandscapeConfiguration(written: string): ParsedLandscapeConfiguration {
  if (written.length > longestDocument) {
    return nothing([
      { path: "", line: 1, column: 1, message: text("The document is larger than 512 KiB, so it is not read.") },
    ]);
  }
  // A document of comments only is empty, not broken.
  if (written.split("\n").every((line) => /^\s*(?:#.*|---.*)?$/.test(line))) return nothing([]);
  const columnOf = ({ from }: TextRange) => from - (written.lastIndexOf("\n", from - 1) + 1) + 1;
  const parsed = parseYamlText(written, message("This is no list of keys with values."));
  if (!parsed.ok) {
    return nothing(
      parsed.error.map((found) => ({
        path: "",
        line: found.line,
        column: columnOf(found),
        message: found.message,
      })),
    );
  }
  const problems: LandscapeProblem[] = [];
  const told = (path: Path, detail: string) => {
    const place = parsed.value.placeOf(path);
    problems.push({ path: formatFieldPath(path), line: place.line, column: columnOf(place), message: detail });
  };
  const { value } = parsed.value;
  return { configuration: configurationOf(value, told), problems, ...keysWithoutEffect(value) };
}

function nothing(problems: readonly LandscapeProblem[]): ParsedLandscapeConfiguration {
  return { configuration: {}, problems, unknownKeys: [], unusedKeys: [] };
}

type Tell = (path: Path, detail: string) => void;

function configurationOf(document: Readonly<Record<string, unknown>>, tell: Tell): LandscapeConfiguration {
  const given = withCurrentKeys(asRecord(withoutNulls(document)));
  let configuration: LandscapeConfiguration = {};
  for (const [key, schema] of Object.entries(landscapeConfigurationSchema.shape)) {
    const value = given[key];
    if (value === undefined) continue;
    const whole = schema.safeParse(value);
    const issues = whole.success ? [] : whole.error.issues;
    const paths = issues.map(({ path }) => path.map((each) => (typeof each === "number" ? each : String(each))));
    for (const [index, path] of paths.slice(0, mostProblems).entries())
      tell([key, ...path], issues[index]?.message ?? "");
    const read = whole.success ? whole : schema.safeParse(withoutInvalid(value, paths));
    if (read.success && read.data !== undefined) configuration = { ...configuration, [key]: read.data };
  }
  return withoutUncheckedPatterns(configuration, tell);
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** A key without a value is as good as absent. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, withoutNulls(each)]])),
  );
}

/** Keys of older dashboards under their current names, which win where both are given. */
function withCurrentKeys(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { costObject, defaultNodesCIDR, defaultHibernationSchedule, controlPlaneHighAvailabilityHelp } = given;
  const defaults = asRecord(given.shootDefaults);
  const nested = defined({
    nodesCIDR: defaultNodesCIDR,
    hibernationSchedule: defaultHibernationSchedule,
    controlPlaneHighAvailabilityHelp,
    loadBalancerProvider: defaults.loadbalancerProvider,
  });
  const ticket = asRecord(given.ticket);
  const newIssue = defined({
    newTicketLabels: fieldAt(ticket, "newIssue", "labels"),
    issueDescription: fieldAt(ticket, "newIssue", "body"),
  });
  return {
    ...given,
    ...(isRecord(costObject) && given.costObjects === undefined && { costObjects: [costObject] }),
    ...(Object.keys(nested).length > 0 &&
      (given.shootDefaults === undefined || isRecord(given.shootDefaults)) && {
        shootDefaults: { ...nested, ...defaults },
      }),
    ...(Object.keys(newIssue).length > 0 && { ticket: { ...newIssue, ...ticket } }),
    ...(Array.isArray(given.vendorHints) && { vendorHints: given.vendorHints.map(withSeverity) }),
  };
}

function withSeverity(hint: unknown): unknown {
  return isRecord(hint) && hint.type !== undefined ? { severity: hint.type, ...hint } : hint;
}

function defined(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The value without its list items that have problems, and without invalid map entries that no list holds. */
function withoutInvalid(value: unknown, invalid: readonly Path[]): unknown {
  const targets = new Map(
    invalid.map((path) => partToLeaveOut(value, path)).map((path) => [formatFieldPath(path), path]),
  );
  // From the last one on, so that the indices of those before stay as they are.
  return [...targets.values()].reduceRight<unknown>(withoutPart, value);
}

/** The innermost list item on the path, else the entry itself, or the nearest one that exists. */
function partToLeaveOut(value: unknown, path: Path): Path {
  const item = path.findLastIndex((segment) => typeof segment === "number");
  if (item >= 0) return path.slice(0, item + 1);
  return path.length > 0 && fieldAt(value, ...path.map(String)) === undefined ? path.slice(0, -1) : path;
}

function withoutPart(value: unknown, [segment, ...below]: Path): unknown {
  if (segment === undefined) return undefined;
  if (Array.isArray(value) && typeof segment === "number") {
    return below.length === 0 ? value.toSpliced(segment, 1) : value.with(segment, withoutPart(value[segment], below));
  }
  if (!isRecord(value)) return undefined;
  const { [segment]: held, ...others } = value;
  return below.length === 0 ? others : { ...others, [segment]: withoutPart(held, below) };
}

/** Cost objects whose pattern cannot be checked in bounded time have none, so that nobody is kept from saving. */
function withoutUncheckedPatterns(configuration: LandscapeConfiguration, tell: Tell): LandscapeConfiguration {
  const { costObjects } = configuration;
  if (costObjects === undefined) return configuration;
  return {
    ...configuration,
    costObjects: costObjects.map((kind, index) => {
      const pattern = kind.regex === undefined ? undefined : compileLinearPattern(kind.regex);
      if (pattern === undefined || pattern.ok) return kind;
      tell(
        ["costObjects", index, "regex"],
        text("The pattern is not checked, because it has more than characters, classes, groups and repetitions."),
      );
      const { regex: _, ...others } = kind;
      return others;
    }),
  };
}
