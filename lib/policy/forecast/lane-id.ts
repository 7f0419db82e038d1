/** What moves on its own: the control plane, a pool's Kubernetes version, a pool's machine image. */
export type LaneId =
  | { readonly kind: "control-plane" }
  | { readonly kind: "pool-kubernetes"; readonly pool: string }
  | { readonly kind: "pool-image"; readonly pool: string };

/**
 * How far a prediction holds while nobody changes the profile or the Shoot.
 *
 * - `dated`: whenever the run falls in its windows, the step comes between the two instants.
 * - `conditional`: it depends on the moment of the run, on the Gardener release or on a manual act.
 * - `unknown`: a date it depends on is missing or unreadable.
 */
export type Confidence = "dated" | "conditional" | "unknown";
