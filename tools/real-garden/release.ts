/** A Gardener release whose servers are built from the Go module in a separate folder. */
export interface GardenerBuild {
  readonly version: string;
  /** Folder of its go.mod file, relative to this file. */
  readonly module: string;
  /** Feature gates of gardener-apiserver to enable, because they are off by default and Almanac supports them. */
  readonly featureGates: Readonly<Record<string, boolean>>;
}

/** The newest Gardener release, on which the embedded garden and the fuzz tests are based. */
export const newestGardenerBuild: GardenerBuild = {
  version: "v1.150.0",
  module: ".",
  featureGates: { VersionClassificationLifecycle: true, InPlaceNodeUpdates: true },
};

/** Gardener builds by their names on the command line. Older releases are used to check the rules for them. */
export const gardenerBuilds: Readonly<Record<string, GardenerBuild>> = {
  "v1.150": newestGardenerBuild,
  "v1.139": {
    version: "v1.139.0",
    module: "v1.139",
    featureGates: { VersionClassificationLifecycle: true, InPlaceNodeUpdates: true },
  },
  "v1.130": { version: "v1.130.0", module: "v1.130", featureGates: { InPlaceNodeUpdates: true } },
};

/** Kubernetes release of kube-apiserver, for all Gardener releases. */
export const kubernetesRelease = "v1.36.3";
