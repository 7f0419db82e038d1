/** Shoots that name no domain of their own get one beneath this. */
export const shootDomain = "k8s.harborline.example";
