/** A release of Gardener, whose servers are built from the module in a folder of its own. */
export interface GardenerBuild {
  readonly version: string;
  /** The folder of its go.mod, from here. */
  readonly module: string;
  /** Of gardener-apiserver. They are off by default, and Almanac shows what they bring. */
  readonly featureGates: Readonly<Record<string, boolean>>;
}

/** The newest release, which the embedded garden and the fuzz follow as well. */
export const newestRelease: GardenerBuild = {
  version: "v1.150.0",
  module: ".",
  featureGates: { VersionClassificationLifecycle: true, InPlaceNodeUpdates: true },
};

/** By the word for it on the command line. Older releases tell whether the rules of their editions are right. */
export const releases: Readonly<Record<string, GardenerBuild>> = {
  "v1.150": newestRelease,
  "v1.139": {
    version: "v1.139.0",
    module: "v1.139",
    featureGates: { VersionClassificationLifecycle: true, InPlaceNodeUpdates: true },
  },
  "v1.130": { version: "v1.130.0", module: "v1.130", featureGates: { InPlaceNodeUpdates: true } },
};

/** That of Kubernetes, whichever Gardener stands behind it. */
export const kubernetesRelease = "v1.36.3";
