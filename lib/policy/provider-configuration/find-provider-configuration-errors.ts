import { workerPoolsOf } from "../maintenance/version-state.ts";
import type { FieldError, FieldErrors } from "../spec-validation/field-error.ts";
import { findAlicloudErrors } from "./alicloud.ts";
import { findAwsErrors } from "./aws.ts";
import { findAzureErrors } from "./azure.ts";
import { findBlockErrors } from "./find-block-errors.ts";
import { findGcpErrors } from "./gcp.ts";
import { findHcloudErrors, findLaterHcloudErrors } from "./hcloud.ts";
import { findLocalErrors } from "./local.ts";
import { findMetalErrors } from "./metal.ts";
import { findOpenstackErrors } from "./openstack.ts";
import type { ProviderInput } from "./shared/provider-input.ts";

interface ProviderRules {
  /** The errors of each step of the extension's admission. */
  readonly admission: (input: ProviderInput) => readonly FieldErrors[];
  /** What only fails later, when the extension creates the cluster. */
  readonly later?: (input: ProviderInput) => FieldErrors;
}

const rulesOf: Readonly<Record<string, ProviderRules>> = {
  aws: { admission: findAwsErrors },
  azure: { admission: findAzureErrors },
  gcp: { admission: findGcpErrors },
  openstack: { admission: findOpenstackErrors },
  alicloud: { admission: findAlicloudErrors },
  metal: { admission: findMetalErrors },
  hcloud: { admission: findHcloudErrors, later: findLaterHcloudErrors },
  local: { admission: findLocalErrors },
};

function rulesFor({ shoot }: ProviderInput): ProviderRules | undefined {
  const { type } = shoot.spec.provider;
  // The extensions check nothing about a Shoot without workers.
  if (workerPoolsOf(shoot.spec).length === 0) return undefined;
  return Object.hasOwn(rulesOf, type) ? rulesOf[type] : undefined;
}

/**
 * Everything that the extension of a provider objects to in a new or changed Shoot: in its infrastructureConfig,
 * controlPlaneConfig, network and pools. Facts of each error: `words`, what the extension says; `shown`, the value as it
 * quotes it; and `field`, where it names the field differently. Providers whose
 * extension is not known have no errors.
 */
export function findProviderConfigurationErrors(input: ProviderInput): FieldErrors {
  const rules = rulesFor(input);
  if (rules === undefined) return [];
  const unreadable = findBlockErrors(input);
  if (unreadable.length > 0) return unreadable;
  return withoutRepeated([...rules.admission(input).flat(), ...(rules.later?.(input) ?? [])]);
}

/** The errors with which the admission of a provider's extension answers: those of its first step that has some. */
export function findProviderAdmissionErrors(input: ProviderInput): FieldErrors {
  const rules = rulesFor(input);
  if (rules === undefined) return [];
  const unreadable = findBlockErrors(input);
  if (unreadable.length > 0) return unreadable.slice(0, 1);
  return withoutRepeated(rules.admission(input).find((errors) => errors.length > 0) ?? []);
}

/** What the admission lets pass although the extension cannot create the cluster. */
export function findLaterProviderErrors(input: ProviderInput): FieldErrors {
  return rulesFor(input)?.later?.(input) ?? [];
}

function withoutRepeated(errors: FieldErrors): FieldErrors {
  const key = ({ path, facts }: FieldError) => `${path} ${facts?.words} ${facts?.shown}`;
  const seen = new Set<string>();
  return errors.filter((error) => {
    const isNew = !seen.has(key(error));
    seen.add(key(error));
    return isNew;
  });
}
