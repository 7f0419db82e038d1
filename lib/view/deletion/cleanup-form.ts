import * as z from "zod/mini";
import type { Act } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import {
  cleanupExtendedApisAnnotation,
  cleanupKubernetesResourcesAnnotation,
  cleanupWebhooksAnnotation,
  skipCleanupAnnotation,
} from "#lib/policy/deletion/cleanup-periods.ts";

/** Waiting periods of the clean-up that annotations can shorten, in the order of the steps. */
export const cleanupPeriodNames = ["webhooks", "extendedApis", "kubernetesResources"] as const;
export type CleanupPeriodName = (typeof cleanupPeriodNames)[number];

export const cleanupPeriodAnnotations: Readonly<Record<CleanupPeriodName, string>> = {
  webhooks: cleanupWebhooksAnnotation,
  extendedApis: cleanupExtendedApisAnnotation,
  kubernetesResources: cleanupKubernetesResourcesAnnotation,
};

/** Form for clean-up overrides: seconds as text, empty for none. */
export const cleanupFormSchema = z.object({
  webhooks: z.string(),
  extendedApis: z.string(),
  kubernetesResources: z.string(),
  skip: z.boolean(),
});
export type CleanupForm = Readonly<z.infer<typeof cleanupFormSchema>>;

type Annotations = Readonly<Record<string, string>>;

function writtenValue(annotations: Annotations, key: string): string {
  return Object.hasOwn(annotations, key) ? (annotations[key] ?? "") : "";
}

/** Returns the clean-up overrides of a Shoot as a form. The skip annotation applies whatever its value. */
export function cleanupFormOf({ metadata }: Pick<Shoot, "metadata">): CleanupForm {
  const annotations = metadata.annotations ?? {};
  return {
    webhooks: writtenValue(annotations, cleanupWebhooksAnnotation),
    extendedApis: writtenValue(annotations, cleanupExtendedApisAnnotation),
    kubernetesResources: writtenValue(annotations, cleanupKubernetesResourcesAnnotation),
    skip: Object.hasOwn(annotations, skipCleanupAnnotation),
  };
}

export function isSameCleanupForm(a: CleanupForm, b: CleanupForm): boolean {
  return a.skip === b.skip && cleanupPeriodNames.every((name) => a[name].trim() === b[name].trim());
}

/** Seconds from which Gardener ignores a waiting period; the third also limits snapshots, whose default is an hour. */
const longestSeconds: Readonly<Record<CleanupPeriodName, number>> = {
  webhooks: 300,
  extendedApis: 3600,
  kubernetesResources: 3600,
};

/** Error in an entered waiting period, or a hint that it has no effect. */
export interface CleanupPeriodValidation {
  readonly fault?: string;
  readonly hint?: string;
}

/** Validates a waiting period. Negative values are refused although the garden would accept them. */
export function validateCleanupPeriod(name: CleanupPeriodName, typed: string): CleanupPeriodValidation {
  const value = typed.trim();
  if (value === "") return {};
  if (!/^[0-9]{1,9}$/.test(value))
    return { fault: text("Whole seconds are needed, from 0 on; with anything else the step fails.") };
  const seconds = Number(value);
  if (seconds >= longestSeconds[name]) {
    return {
      hint: text("Gardener ignores it: only less than {seconds} s shortens anything.", {
        seconds: longestSeconds[name],
      }),
    };
  }
  if (name === "kubernetesResources" && seconds >= 300) {
    return { hint: text("It shortens the waiting for volume snapshots only: the others wait for 300 s anyway.") };
  }
  return seconds === 0 ? { hint: text("Finalizers are removed at once, without any grace.") } : {};
}

/** Returns the annotations of the Shoot with the form applied, for computing the clean-up plan. */
export function annotationsWithCleanupForm(annotations: Annotations | undefined, form: CleanupForm): Annotations {
  const overridden = new Set([...Object.values(cleanupPeriodAnnotations), skipCleanupAnnotation]);
  const kept = Object.entries(annotations ?? {}).filter(([key]) => !overridden.has(key));
  const periods = cleanupPeriodNames
    .map((name) => [cleanupPeriodAnnotations[name], form[name].trim()] as const)
    .filter(([, value]) => value !== "");
  return Object.fromEntries([...kept, ...periods, ...(form.skip ? [[skipCleanupAnnotation, "true"]] : [])]);
}

/** Returns the action that writes the differences between two forms; undefined if there are none. */
export function actOfCleanupForm(form: CleanupForm, before: CleanupForm): Act | undefined {
  if (isSameCleanupForm(form, before)) return undefined;
  const changed = cleanupPeriodNames
    .filter((name) => form[name].trim() !== before[name].trim())
    .map((name) => [cleanupPeriodAnnotations[name], form[name].trim() || null] as const);
  const skip = form.skip === before.skip ? [] : [[skipCleanupAnnotation, form.skip ? "true" : null] as const];
  const annotations = Object.fromEntries([...changed, ...skip]);
  return { kind: "change", about: "deletion-clean-up", patch: { metadata: { annotations } } };
}
