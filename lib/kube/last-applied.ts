/** Annotation in which `kubectl apply` stores a complete copy of the object it last wrote. */
export const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

/** Removes kubectl's last-applied copy from annotations: as long as the object, and only read by `kubectl apply`. */
export function withoutLastApplied(annotations: Readonly<Record<string, string>>): Record<string, string> {
  const { [lastAppliedAnnotation]: _, ...kept } = annotations;
  return kept;
}
