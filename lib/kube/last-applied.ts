/** Annotation in which `kubectl apply` stores a complete copy of the object it last wrote. */
export const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

/** Removes that copy from annotations: it is as long as the object, and only `kubectl apply` reads it. */
export function withoutLastApplied(annotations: Readonly<Record<string, string>>): Record<string, string> {
  const { [lastAppliedAnnotation]: _, ...kept } = annotations;
  return kept;
}
