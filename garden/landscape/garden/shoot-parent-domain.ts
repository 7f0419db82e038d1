/** Parent DNS domain of Shoots that have no custom domain. */
export const shootParentDomain = "k8s.harborline.example";
