/**
 * Formats a Kubernetes field selector that requires all of `fields` to be equal. Backslash, comma and equals sign are
 * escaped as in apimachinery's fields package, so that a value can never add a term of its own.
 */
export function formatFieldSelector(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([field, value]) => `${field}=${value.replace(/[\\,=]/g, (special) => `\\${special}`)}`)
    .join(",");
}
