/** The end of the Kubernetes project's support of a minor version. Gardener does not act on it. */
export interface KubernetesSupport {
  /** Minor version, such as `1.33`. */
  readonly minor: string;
  /** Last day of support in UTC, such as `2026-06-28`. */
  readonly endsOn: string;
  /** Whether the source was written before the day, so that the day is one that the project intends. */
  readonly planned: boolean;
  /** Address of the page or file that gives the day. */
  readonly source: string;
  /** Day on which the source was read. */
  readonly readOn: string;
}

interface Source {
  readonly source: string;
  readonly readOn: string;
}

const endedBranches: Source = {
  source: "https://github.com/kubernetes/website/blob/main/data/releases/eol.yaml",
  readOn: "2026-11-30",
};

const endOfLifeDate: Source = {
  source: "https://github.com/endoflife-date/endoflife.date/blob/master/products/kubernetes.md",
  readOn: "2026-11-30",
};

function ended(minor: string, endsOn: string, source = endedBranches): KubernetesSupport {
  return { minor, endsOn, planned: false, ...source };
}

/** A day on the page of a release that was still supported when the page was written. */
function planned(minor: string, endsOn: string): KubernetesSupport {
  const source = `https://kubernetes.io/releases/${minor}/`;
  return { minor, endsOn, planned: true, source, readOn: "2026-11-30" };
}

/**
 * Known ends of support, oldest first. A minor that no source dates is left out.
 *
 * The list of ended branches, as read, ended with 1.32; the file of endoflife.date was of 22 August 2026.
 */
export const kubernetesSupportTable: readonly KubernetesSupport[] = [
  ended("1.24", "2023-07-28"),
  ended("1.25", "2023-10-28"),
  ended("1.26", "2024-02-28"),
  ended("1.27", "2024-07-16"),
  ended("1.28", "2024-10-22"),
  ended("1.29", "2025-02-28"),
  ended("1.30", "2025-07-15"),
  ended("1.31", "2025-11-11"),
  ended("1.32", "2026-02-28"),
  ended("1.33", "2026-06-28", endOfLifeDate),
  planned("1.34", "2026-10-27"),
  planned("1.35", "2027-02-28"),
  planned("1.36", "2027-06-28"),
  planned("1.37", "2027-10-28"),
];

/** The end of support of a minor such as `1.33`; undefined if no source gives its day. */
export function kubernetesSupportOf(minor: string): KubernetesSupport | undefined {
  return kubernetesSupportTable.find((one) => one.minor === minor);
}
