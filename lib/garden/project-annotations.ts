/** Annotations of Projects that Gardener's dashboard and controllers read. */
export const projectAnnotations = {
  title: "dashboard.gardener.cloud/project-title",
  costObject: "billing.gardener.cloud/costObject",
  costObjectType: "billing.gardener.cloud/costObjectType",
  confirmDeletion: "confirmation.gardener.cloud/deletion",
} as const;
