import { type Message, message, text } from "#lib/language/text.ts";
import { type CleanupPeriod, cleanupPeriods, skipCleanupAnnotation } from "#lib/policy/deletion/cleanup-periods.ts";
import {
  type CleanupPeriodName,
  cleanupPeriodAnnotations,
  cleanupPeriodNames,
  validateCleanupPeriod,
} from "../deletion/cleanup-form.ts";

export interface CleanupOverrideRow {
  readonly annotation: string;
  readonly concerns: string;
  readonly accepted: string;
  /** Value of the annotation on the Shoot, valid or not; undefined if not set. */
  readonly written: string | undefined;
  /** Error of the value, or an unexpected effect. */
  readonly note: string | undefined;
}

const concerns: Readonly<Record<CleanupPeriodName, Message>> = {
  webhooks: message("Webhook configurations"),
  extendedApis: message("API services and custom resource definitions"),
  kubernetesResources: message("Workload, services, volumes and volume snapshots"),
};

/** Annotations that change the clean-up of a deletion, with the values that Gardener accepts. */
export function cleanupOverrideRowsOf(
  annotations: Readonly<Record<string, string>> | undefined,
): readonly CleanupOverrideRow[] {
  const written = (key: string) => (annotations && Object.hasOwn(annotations, key) ? annotations[key] : undefined);
  const skip = written(skipCleanupAnnotation);
  return [
    ...cleanupPeriodNames.map((name): CleanupOverrideRow => {
      const annotation = cleanupPeriodAnnotations[name];
      const value = written(annotation);
      return {
        annotation,
        concerns: text(concerns[name]),
        accepted: acceptedBy(name),
        written: value,
        note: noteOn(name, value),
      };
    }),
    {
      annotation: skipCleanupAnnotation,
      concerns: text("Everything but webhooks, services, volumes and volume snapshots"),
      accepted: text("anything: only its presence counts, so that even false skips"),
      written: skip,
      note: skip === undefined ? undefined : text("Most of the clean-up would be skipped."),
    },
  ];
}

function noteOn(name: CleanupPeriodName, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  // An empty annotation is not a number, although the form treats empty input as not set.
  const { fault, hint } = validateCleanupPeriod(name, value === "" ? "-" : value);
  return fault ?? hint;
}

/** Describes the accepted values of an annotation, which have an effect only below Gardener's own waiting time. */
function acceptedBy(name: CleanupPeriodName): string {
  const periods = cleanupPeriods();
  if (!periods.ok || periods.value.extendedAPIs === "skipped") return text("whole seconds");
  const { webhooks, extendedAPIs, kubernetesResources, volumeSnapshots } = periods.value;
  const below = ({ finalizeAfterSeconds }: CleanupPeriod) => finalizeAfterSeconds - 1;
  switch (name) {
    case "webhooks":
      return text("whole seconds from 0 to {most}", { most: below(webhooks) });
    case "extendedApis":
      return text("whole seconds from 0 to {most}", { most: below(extendedAPIs) });
    case "kubernetesResources":
      return text("whole seconds from 0 to {most}; up to {snapshots} for volume snapshots", {
        most: below(kubernetesResources),
        snapshots: below(volumeSnapshots),
      });
  }
}
