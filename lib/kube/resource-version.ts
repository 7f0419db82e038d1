/**
 * Order of two resourceVersions of one resource in one garden: negative when `a` is older. They are decimal texts of any
 * size, so the longer one is newer and equal lengths compare as text; they are never turned into numbers.
 * @source Kubernetes KEP-5504, apimachinery util/resourceversion
 */
export function compareResourceVersions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
