/**
 * Compares two resourceVersions of one resource in one garden: negative when `a` is older. They are decimal strings of
 * any length, so the longer one is newer and equal lengths compare as strings; they are never converted to numbers.
 * @source Kubernetes KEP-5504, apimachinery util/resourceversion
 */
export function compareResourceVersions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
