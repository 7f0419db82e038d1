/** The release of Gardener that go.mod names. */
export const gardenerRelease = "v1.150.0";

/** That of Kubernetes. */
export const kubernetesRelease = "v1.36.3";

/** Of gardener-apiserver. Both are off by default, and Almanac shows what they bring. */
export const featureGates = { VersionClassificationLifecycle: true, InPlaceNodeUpdates: true };
