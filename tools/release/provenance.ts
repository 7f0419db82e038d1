interface Material {
  readonly uri: string;
  readonly digest: Readonly<Record<string, string>>;
}

interface ProvenanceFacts {
  readonly commit: string;
  readonly version: string;
  readonly node: string;
  readonly subjects: readonly { readonly name: string; readonly sha256: string }[];
  readonly materials: readonly Material[];
}

/**
 * Creates an in-toto statement with SLSA provenance for the files of a release. It contains neither time nor builder
 * and is not signed; signing is left to the registry that publishes the files.
 */
export function createProvenanceStatement({ commit, version, node, subjects, materials }: ProvenanceFacts): object {
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: subjects.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "https://almanac.garden/release/v1",
        externalParameters: { command: "npm run release", version, commit },
        internalParameters: { node },
        resolvedDependencies: [{ uri: "git+almanac", digest: { gitCommit: commit } }, ...materials],
      },
      runDetails: { builder: { id: "https://almanac.garden/release/by-hand" } },
    },
  };
}
