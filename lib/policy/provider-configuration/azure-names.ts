const empty = "must not be empty";

/** How resources of Azure may be named. @source gardener-extension-provider-azure: pkg/apis/azure/validation/filter.go */
export const azureNames = {
  resourceGroup: { pattern: /^[A-Za-z0-9_().-]{1,89}[A-Za-z0-9_()-]$/, whenEmpty: empty, maximum: 90 },
  vnet: { pattern: /^[A-Za-z0-9][\w.-]*[\w]$/, minimum: 2, maximum: 64 },
  resource: { pattern: /^[A-Za-z0-9][\w-]*$/, minimum: 3, maximum: 120 },
  publicIp: { pattern: /^[A-Za-z0-9][\w-]*$/, whenEmpty: empty, maximum: 80 },
  serviceEndpoint: { pattern: /^Microsoft\.[A-Za-z0-9.]+$/, minimum: 9, maximum: 120 },
} as const;
