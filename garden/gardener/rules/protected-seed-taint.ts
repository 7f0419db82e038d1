/** Taint of Seeds that are reserved for the operators' own clusters. The namespace `garden` tolerates the taint. */
export const protectedSeedTaint = "seed.gardener.cloud/protected";
