import * as z from "zod/mini";
import { isWebLink } from "#lib/strings/web-link.ts";

/** Limits of what is read of the operator's document. */
export const landscapeLimits = { items: 200, label: 300, prose: 10_000, pattern: 500, icon: 16 * 1024 } as const;

/** What checks say of a wrong value: names for messages, because these are in the language of whoever reads them. */
export const landscapeChecks = { webLink: "web-link", surge: "surge" } as const;

const label = z.string().check(z.minLength(1), z.maxLength(landscapeLimits.label));
/** Text of the operator, in Markdown or HTML, of which only links are kept: see `parseOperatorText`. */
const prose = z.string().check(z.maxLength(landscapeLimits.prose));
const seconds = z.int().check(z.minimum(1), z.maximum(10 * 365 * 86_400));
const count = z.int().check(z.minimum(0), z.maximum(100_000));
/** A number of nodes, or a share of the pool such as `50%`. */
const surge = z.custom<number | string>(
  (value) => (typeof value === "string" ? /^\d{1,3}%$/.test(value) : count.safeParse(value).success),
  { error: landscapeChecks.surge },
);
const webLink = z.string().check(z.maxLength(2_000), z.refine(isWebLink, { error: landscapeChecks.webLink }));
/** Address in which `{name}` and `{namespace}` stand for a cluster's own. */
const clusterLink = z.string().check(
  z.maxLength(2_000),
  z.refine((url) => isWebLink(url.replaceAll(/\{(?:name|namespace)\}/g, "x")), {
    error: landscapeChecks.webLink,
  }),
);

function listOf<Schema extends z.core.$ZodType>(item: Schema) {
  return z.array(item).check(z.maxLength(landscapeLimits.items));
}

const titled = { title: z.exactOptional(label), description: z.exactOptional(prose) };

const restrictionOptionSchema = z.object({
  key: label,
  /** The option stands on the cluster's page when its value is this; always when absent. */
  display: z.exactOptional(z.object({ ...titled, visibleIf: z.exactOptional(z.boolean()) })),
  /** `inverted`: the option is `false` while the box is ticked. */
  input: z.exactOptional(z.object({ ...titled, inverted: z.exactOptional(z.boolean()) })),
});
export type RestrictionOptionTexts = z.infer<typeof restrictionOptionSchema>;

const restrictionSchema = z.object({
  key: label,
  display: z.exactOptional(z.object(titled)),
  input: z.exactOptional(z.object(titled)),
  options: z.exactOptional(listOf(restrictionOptionSchema)),
});
export type RestrictionTexts = z.infer<typeof restrictionSchema>;

const costObjectSchema = z.object({
  type: z.exactOptional(label),
  title: z.exactOptional(label),
  description: z.exactOptional(prose),
  /** Pattern in the subset of `compileLinearPattern`. */
  regex: z.exactOptional(z.string().check(z.maxLength(landscapeLimits.pattern))),
  errorMessage: z.exactOptional(label),
});
export type CostObjectKind = z.infer<typeof costObjectSchema>;

const vendorSchema = z.object({
  name: label,
  displayName: z.exactOptional(label),
  /** Lower weights come first. */
  weight: z.exactOptional(z.number()),
  hidden: z.exactOptional(z.boolean()),
  /** Data URL of a picture: see `isSafeIcon`. Of infrastructures only. */
  icon: z.exactOptional(
    z.string().check(z.maxLength(landscapeLimits.icon), z.regex(/^data:image\/(?:png|svg\+xml)[;,]/i)),
  ),
});
export type VendorTexts = z.infer<typeof vendorSchema>;

const severity = z.enum(["error", "warning", "info", "success"]);
const scheduleSchema = z.object({ start: z.exactOptional(label), end: z.exactOptional(label) });
export type PurposeSchedule = z.infer<typeof scheduleSchema>;

/** With what the draft of a new cluster begins. */
export const shootDefaultsSchema = z.object({
  nodesCIDR: z.exactOptional(label),
  purposes: z.exactOptional(listOf(label)),
  workerlessCluster: z.exactOptional(z.boolean()),
  networkingType: z.exactOptional(label),
  floatingPool: z.exactOptional(label),
  loadBalancerProvider: z.exactOptional(label),
  controlPlaneHighAvailability: z.exactOptional(z.boolean()),
  controlPlaneHighAvailabilityHelp: z.exactOptional(z.object({ text: prose })),
  containerRuntime: z.exactOptional(label),
  autoscalerMin: z.exactOptional(count),
  autoscalerMax: z.exactOptional(count),
  maxSurge: z.exactOptional(surge),
  zonesSelectAll: z.exactOptional(z.boolean()),
  maintenanceHours: z.exactOptional(listOf(z.string().check(z.regex(/^(?:[01]\d|2[0-3])$/)))),
  maintenanceWindowSizeMinutes: z.exactOptional(z.int().check(z.minimum(30), z.maximum(360))),
  autoUpdateOS: z.exactOptional(z.boolean()),
  autoUpdateKubernetes: z.exactOptional(z.boolean()),
  /** Schedules by purpose; a purpose that is not named needs none. */
  hibernationSchedule: z.exactOptional(z.record(z.string(), listOf(scheduleSchema))),
});
export type ShootDefaults = z.infer<typeof shootDefaultsSchema>;

/**
 * What the operator configures for all users, in the form of the `frontend-config.yaml` of Gardener's own dashboard.
 *
 * @source Gardener dashboard: docs/operations, frontend/src/store/config.js
 */
export const landscapeConfigurationSchema = z.object({
  accessRestriction: z.exactOptional(
    z.object({ noItemsText: z.exactOptional(prose), items: z.exactOptional(listOf(restrictionSchema)) }),
  ),
  alert: z.exactOptional(
    z.object({ message: prose, type: z.exactOptional(severity), identifier: z.exactOptional(label) }),
  ),
  branding: z.exactOptional(
    z.object({
      productName: z.exactOptional(label),
      infraVendors: z.exactOptional(listOf(vendorSchema)),
      dnsVendors: z.exactOptional(listOf(vendorSchema)),
      machineImageVendors: z.exactOptional(listOf(vendorSchema)),
    }),
  ),
  costObjects: z.exactOptional(listOf(costObjectSchema)),
  externalTools: z.exactOptional(listOf(z.object({ title: label, url: clusterLink }))),
  helpMenuItems: z.exactOptional(listOf(z.object({ title: label, url: webLink }))),
  knownConditions: z.exactOptional(
    z.record(z.string(), z.object({ name: z.exactOptional(label), description: z.exactOptional(prose) })),
  ),
  resourceQuotaHelp: z.exactOptional(z.object({ text: prose })),
  seedCandidateDeterminationStrategy: z.exactOptional(z.enum(["SameRegion", "MinimalDistance"])),
  serviceAccountDefaultTokenExpiration: z.exactOptional(seconds),
  shootAdminKubeconfig: z.exactOptional(
    z.object({ enabled: z.exactOptional(z.boolean()), maxExpirationSeconds: z.exactOptional(seconds) }),
  ),
  shootDefaults: z.exactOptional(shootDefaultsSchema),
  sla: z.exactOptional(z.object(titled)),
  ticket: z.exactOptional(
    z.object({
      gitHubRepoUrl: webLink,
      newTicketLabels: z.exactOptional(listOf(label)),
      issueDescription: z.exactOptional(prose),
    }),
  ),
  vendorHints: z.exactOptional(
    listOf(z.object({ matchNames: listOf(label), message: prose, severity: z.exactOptional(severity) })),
  ),
});
export type LandscapeConfiguration = z.infer<typeof landscapeConfigurationSchema>;

/** A part of the document that is left out, because it cannot be read. Lines and columns are counted from 1. */
const problemSchema = z.object({
  /** Path such as `costObjects[0].regex`; empty for the document as a whole. */
  path: z.string(),
  line: z.number(),
  column: z.number(),
  message: z.string(),
});
export type LandscapeProblem = z.infer<typeof problemSchema>;

/** The first of many parts of the document, and the number of the others. */
function firstOf<Schema extends z.core.$ZodType>(item: Schema) {
  return z.object({ first: z.array(item), more: z.number() });
}

/** Response of GET /api/landscape-configuration. */
export const landscapeConfigurationResponseSchema = z.object({
  configuration: landscapeConfigurationSchema,
  /** How the document was read, for who sees all clusters; absent too if the operator has configured none. */
  document: z.exactOptional(
    z.object({
      /** Where it comes from, such as `ConfigMap garden/gardener-dashboard-frontend`. */
      source: z.string(),
      /** Why it could not be read; the configuration is the last one that could, or empty. */
      unread: z.exactOptional(z.string()),
      problems: firstOf(problemSchema),
      /** Keys that the documented form does not have. */
      unknownKeys: firstOf(z.string()),
      /** Keys of the documented form that Almanac does not use. */
      unusedKeys: firstOf(z.string()),
    }),
  ),
});
export type LandscapeConfigurationResponse = z.infer<typeof landscapeConfigurationResponseSchema>;
