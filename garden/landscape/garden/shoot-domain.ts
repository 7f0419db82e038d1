/** Parent domain of Shoots without a custom domain. */
export const shootDomain = "k8s.harborline.example";
