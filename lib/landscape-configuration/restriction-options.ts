import type {
  LandscapeConfiguration,
  RestrictionOptionTexts,
  RestrictionTexts,
} from "#lib/contract/landscape-configuration/landscape-configuration.ts";
import { fieldAt } from "#lib/kube/field.ts";

/** The operator's texts for an access restriction; undefined if there are none. */
export function restrictionTextsOf(
  { accessRestriction }: LandscapeConfiguration,
  name: string,
): RestrictionTexts | undefined {
  return accessRestriction?.items?.find(({ key }) => key === name);
}

/**
 * Whether the box of an option is ticked. An inverted option is `false` while it is ticked; one that is not set counts
 * as not ticked, inverted or not.
 *
 * @param restriction an item of `spec.accessRestrictions`
 * @source Gardener dashboard: composables/useShootAccessRestrictions, whose NAND compares the two for inequality
 */
export function isOptionTicked(restriction: unknown, { key, input }: RestrictionOptionTexts): boolean {
  const isInverted = input?.inverted === true;
  const value = fieldAt(restriction, "options", key) ?? String(isInverted);
  return (String(value) === "true") !== isInverted;
}

/** The value that an option has while its box is ticked or not. */
export function optionValueOf({ input }: RestrictionOptionTexts, isTicked: boolean): "true" | "false" {
  return isTicked === (input?.inverted === true) ? "false" : "true";
}

/** Whether a cluster's page shows an option: where it names no value for that, always when the option is set. */
export function isOptionShown(restriction: unknown, { key, display, input }: RestrictionOptionTexts): boolean {
  const set = fieldAt(restriction, "options", key);
  if (display?.visibleIf === undefined) return set !== undefined;
  return (String(set ?? input?.inverted === true) === "true") === display.visibleIf;
}

interface RestrictionPlace {
  readonly region: string;
  readonly cloudProfileName: string;
  readonly cloudProfileKind: string;
}

/** The operator's text for a region without access restrictions, with its place filled in. */
export function noRestrictionText(
  { accessRestriction }: LandscapeConfiguration,
  place: RestrictionPlace,
): string | undefined {
  const values: Readonly<Record<string, string>> = { ...place, cloudProfile: place.cloudProfileName };
  return accessRestriction?.noItemsText?.replace(/\$?\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
