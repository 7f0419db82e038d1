import "server-only";

/** How large the change of a profile may be: etcd holds no object of much more. */
export const profileBytes = 1_500_000;
