/** A component with a version of its own: the control plane, a pool's Kubernetes version, or a pool's machine image. */
export type VersionedComponent =
  | { readonly kind: "control-plane" }
  | { readonly kind: "pool-kubernetes"; readonly pool: string }
  | { readonly kind: "pool-image"; readonly pool: string };

/**
 * Confidence of a prediction while nobody changes the profile or the Shoot.
 *
 * - `dated`: at whatever time runs happen in their windows, the step comes between the two instants.
 * - `conditional`: it depends on the time of the run, on the Gardener release or on a manual action.
 * - `unknown`: a date it depends on is missing or unreadable.
 */
export type Confidence = "dated" | "conditional" | "unknown";
