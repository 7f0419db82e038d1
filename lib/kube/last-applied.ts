/** Where `kubectl apply` keeps a whole copy of what it wrote last. */
export const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

/** Annotations without that copy: it is as long as the object, and nobody but `kubectl apply` reads it. */
export function withoutLastApplied(annotations: Readonly<Record<string, string>>): Record<string, string> {
  const { [lastAppliedAnnotation]: _, ...kept } = annotations;
  return kept;
}
