/** The taint of seeds that only the operators use, and whom they let. Whatever is in the namespace `garden` tolerates it. */
export const protectedSeed = "seed.gardener.cloud/protected";
