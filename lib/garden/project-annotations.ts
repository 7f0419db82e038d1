/** Annotations of Projects that Gardener's dashboard and controllers read. */
export const projectAnnotations = {
  title: "dashboard.gardener.cloud/project-title",
  costObject: "billing.gardener.cloud/costObject",
  costObjectType: "billing.gardener.cloud/costObjectType",
  customFields: "dashboard.gardener.cloud/shootCustomFields",
  confirmDeletion: "confirmation.gardener.cloud/deletion",
} as const;

/** Annotations in which Gardener's dashboard, too, keeps what a service account is for and who made it. */
export const serviceAccountAnnotations = {
  description: "dashboard.gardener.cloud/description",
  createdBy: "dashboard.gardener.cloud/created-by",
} as const;
