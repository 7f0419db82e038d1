/** Taint of seeds for the operators' own clusters. The namespace `garden` tolerates it. */
export const protectedSeed = "seed.gardener.cloud/protected";
