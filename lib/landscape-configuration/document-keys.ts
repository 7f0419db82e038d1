import { isRecord } from "#lib/kube/wire.ts";

/**
 * Keys of a map in the document: `true` if Almanac uses the value, `false` if it does not, or the keys of the maps below.
 * The key `*` stands for any name. Lists are looked at item by item.
 */
interface DocumentKeys {
  readonly [key: string]: boolean | DocumentKeys;
}

const titled = { title: true, description: true };
const infraVendor = { name: true, displayName: true, weight: true, hidden: true, icon: true };
const vendor = { name: true, displayName: true, weight: true, hidden: true, icon: false };
const schedules = { "*": { start: true, end: true } };

/**
 * All documented keys of `frontend-config.yaml`.
 *
 * @source Gardener dashboard: docs/operations, frontend/src/store/config.js, chart values `frontendConfig`
 */
const documentKeys: DocumentKeys = {
  accessRestriction: {
    noItemsText: true,
    items: {
      key: true,
      display: titled,
      input: titled,
      options: { key: true, display: { ...titled, visibleIf: true }, input: { ...titled, inverted: true } },
    },
  },
  alert: { message: true, type: true, identifier: true },
  apiServerUrl: false,
  assets: false,
  avatarSource: false,
  branding: {
    productName: true,
    infraVendors: infraVendor,
    dnsVendors: vendor,
    machineImageVendors: vendor,
    enabledDnsProviders: false,
    assets: false,
    documentTitle: false,
    loginFooterHeight: false,
    loginFooterTemplate: false,
    loginHints: false,
    loginTeaserHeight: false,
    loginTeaserTemplate: false,
    oidcLoginText: false,
    oidcLoginTitle: false,
    productLogoUrl: false,
    productSlogan: false,
    productTitle: false,
    productTitleSuperscript: false,
    teaserHeight: false,
    teaserTemplate: false,
  },
  clusterIdentity: false,
  controlPlaneHighAvailabilityHelp: { text: true },
  costObject: { ...titled, regex: true, errorMessage: true },
  costObjects: { ...titled, type: true, regex: true, errorMessage: true },
  customAssets: false,
  defaultHibernationSchedule: schedules,
  defaultNodesCIDR: true,
  experimental: false,
  externalTools: { title: true, url: true, icon: false },
  features: false,
  grantTypes: false,
  helpMenuItems: { title: true, url: true, icon: false, target: false },
  knownConditions: {
    "*": { name: true, description: true, shortName: false, showAdminOnly: false, showAdmin: false, sortOrder: false },
  },
  landingPageUrl: false,
  resourceQuotaHelp: { text: true },
  seedCandidateDeterminationStrategy: true,
  serviceAccountDefaultTokenExpiration: true,
  shootAdminKubeconfig: { enabled: true, maxExpirationSeconds: true },
  shootDefaults: {
    nodesCIDR: true,
    purposes: true,
    workerlessCluster: true,
    networkingType: true,
    floatingPool: true,
    loadBalancerProvider: true,
    loadbalancerProvider: true,
    controlPlaneHighAvailability: true,
    controlPlaneHighAvailabilityHelp: { text: true },
    containerRuntime: true,
    autoscalerMin: true,
    autoscalerMax: true,
    maxSurge: true,
    zonesSelectAll: true,
    maintenanceHours: true,
    maintenanceWindowSizeMinutes: true,
    autoUpdateOS: true,
    autoUpdateKubernetes: true,
    hibernationSchedule: schedules,
  },
  sla: titled,
  terminal: false,
  themes: false,
  ticket: {
    gitHubRepoUrl: true,
    newTicketLabels: true,
    issueDescription: true,
    newIssue: { labels: true, body: true },
    avatarSource: false,
    hideClustersWithLabels: false,
  },
  unreachableSeeds: false,
  vendorAssets: false,
  vendorHints: { matchNames: true, message: true, severity: true, type: true },
};

export interface SortedKeys {
  /** Keys that the documented form does not have. */
  readonly unknownKeys: readonly string[];
  /** Documented keys that Almanac does not use. */
  readonly unusedKeys: readonly string[];
}

/** Finds the keys of a document that have no effect in Almanac, as paths without indices: `branding.teaserTemplate`. */
export function keysWithoutEffect(document: unknown): SortedKeys {
  const [unknown, unused] = [new Set<string>(), new Set<string>()];
  visit(document, documentKeys, "");
  return { unknownKeys: [...unknown], unusedKeys: [...unused] };

  /** Goes as deep as the documented keys do. */
  function visit(value: unknown, keys: DocumentKeys, above: string): void {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (!isRecord(item)) continue;
      for (const [key, below] of Object.entries(item)) {
        const path = above === "" ? key : `${above}.${key}`;
        const known = Object.hasOwn(keys, key) ? keys[key] : keys["*"];
        if (known === undefined) unknown.add(path);
        else if (known === false) unused.add(path);
        else if (known !== true) visit(below, known, path);
      }
    }
  }
}
