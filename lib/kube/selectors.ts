/**
 * Formats a field selector: all of `fields` must be equal. Backslash, comma and equals sign are escaped as in
 * apimachinery's fields package, so that a value can never add a term of its own.
 */
export function fieldSelector(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([field, value]) => `${field}=${value.replace(/[\\,=]/g, (special) => `\\${special}`)}`)
    .join(",");
}
