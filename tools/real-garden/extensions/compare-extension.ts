import type { Shoot } from "#lib/garden/shoot.ts";
import { findProviderAdmissionErrors } from "#lib/policy/provider-configuration/find-provider-configuration-errors.ts";
import { saidByExtension } from "#lib/policy/provider-configuration/shared/provider-error.ts";
import type { Random } from "#lib/random.ts";
import { type FieldChange, withChanges } from "./change.ts";
import type { ExtensionAdmission, ExtensionError } from "./extension-admission.ts";
import type { StartingCase } from "./extension-shoots.ts";
import { newerFieldsOf, withoutFields } from "./newer-rules.ts";
import { randomChanges } from "./random-changes.ts";

/** A changed Shoot about which lib/policy and the extension differ. */
export interface ExtensionDifference {
  readonly isEverywhere: boolean;
  readonly changes: readonly FieldChange[];
  /** Fields that only one of both names, each with the type of the error; the same for equal differences. */
  readonly manner: string;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  /** Fields with newer rules than those of the extension's release, if without these fields both agree. */
  readonly newer: readonly string[];
}

export interface ExtensionQuestion {
  readonly isEverywhere: boolean;
  readonly changes: readonly FieldChange[];
}

export function randomQuestion(
  random: Random,
  type: string,
  { zones, regions }: Pick<StartingCase, "zones" | "regions">,
): ExtensionQuestion {
  return { isEverywhere: random.chance(0.4), changes: randomChanges(random, { type, pools: 1, zones, regions }) };
}

/** Asks both about a Shoot. @returns the difference; undefined if both agree */
export async function compareExtension(
  admission: Pick<ExtensionAdmission, "ask">,
  start: StartingCase,
  { isEverywhere, changes }: ExtensionQuestion,
): Promise<ExtensionDifference | undefined> {
  const shoot = withChanges(start.shoots[isEverywhere ? 1 : 0], changes);
  const found = await findDifference(admission, start, shoot);
  if (found === undefined) return undefined;
  const newer = newerFieldsOf(shoot);
  const isOfRelease =
    newer.length === 0 || (await findDifference(admission, start, withoutFields(shoot, newer))) !== undefined;
  return { isEverywhere, changes, ...found, newer: isOfRelease ? [] : newer };
}

async function findDifference(
  admission: Pick<ExtensionAdmission, "ask">,
  { profile, domain }: StartingCase,
  shoot: Shoot,
): Promise<Pick<ExtensionDifference, "manner" | "ours" | "theirs"> | undefined> {
  const errors = findProviderAdmissionErrors({ shoot, profile: profile.spec, domain });
  const theirs = await admission.ask(shoot);
  const isUnreadable = errors.some(({ code, path }) => code === "PROVIDER_BLOCK_UNREADABLE" || isReadLast(shoot, path));
  const isPanic = theirs.some(({ text }) => text.startsWith("panic: "));
  // What the extension says of a block that it cannot decode is that of its decoder; and a panic says nothing.
  if ((isUnreadable && theirs.length > 0) || (isPanic && errors.length > 0)) return undefined;
  const ours = errors.map((error) => {
    const { field, text } = saidByExtension(error);
    return { type: `FieldValue${error.type}`, field, text };
  });
  const manner = mannerOf(ours, theirs);
  return manner === "" ? undefined : { manner, ours: ours.map(line), theirs: theirs.map(line) };
}

/** The extension for metal looks for this block after it has judged the others, Almanac before. */
function isReadLast({ spec }: Shoot, path: string): boolean {
  return spec.provider.type === "metal" && path === "spec.provider.controlPlaneConfig";
}

function mannerOf(ours: readonly ExtensionError[], theirs: readonly ExtensionError[]): string {
  const [mine, other] = [new Set(ours.map(key)), new Set(theirs.map(key))];
  const only = (some: ReadonlySet<string>, rest: ReadonlySet<string>) =>
    [...some].filter((one) => !rest.has(one)).sort();
  const [extra, missing] = [only(mine, other), only(other, mine)];
  return [...extra.map((one) => `only Almanac: ${one}`), ...missing.map((one) => `only the extension: ${one}`)].join(
    "; ",
  );
}

/** An error without a field counts by its text. */
function key({ type, field, text }: ExtensionError): string {
  return (type === "" ? text : `${type} ${field}`).replaceAll(/\d+/g, "0").slice(0, 200);
}

function line({ type, field, text }: ExtensionError): string {
  return [type, field, text].filter(Boolean).join(" ").slice(0, 300);
}
