/** Label selector of the Kubernetes API (metav1.LabelSelector). */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>> | null;
  readonly matchExpressions?:
    | readonly { readonly key: string; readonly operator: string; readonly values?: readonly string[] | null }[]
    | null;
}

/**
 * Returns whether the labels match a selector. A missing selector matches nothing, an empty one everything; an operator
 * unknown to Kubernetes makes the selector invalid, so that it matches nothing.
 * @source Kubernetes: apimachinery metav1.LabelSelectorAsSelector
 */
export function selectorMatches(
  selector: LabelSelector | null | undefined,
  labels: Readonly<Record<string, string>>,
): boolean {
  if (!selector) return false;
  const byLabels = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  if (!byLabels) return false;
  return (selector.matchExpressions ?? []).every(({ key, operator, values }) => {
    const value = labels[key];
    switch (operator) {
      case "In":
        return value !== undefined && (values ?? []).includes(value);
      case "NotIn":
        return value === undefined || !(values ?? []).includes(value);
      case "Exists":
        return value !== undefined;
      case "DoesNotExist":
        return value === undefined;
      default:
        return false;
    }
  });
}

/**
 * Formats a label selector in one line, its keys sorted.
 * @source Kubernetes: apimachinery pkg/labels, Selector.String
 */
export function formatLabelSelector(selector: LabelSelector | null | undefined): string {
  const pairs = Object.entries(selector?.matchLabels ?? {}).map(([key, value]) => ({ key, text: `${key}=${value}` }));
  const others = (selector?.matchExpressions ?? []).map(({ key, operator, values }) => {
    const list = `(${(values ?? []).toSorted().join(",")})`;
    switch (operator) {
      case "In":
        return { key, text: `${key} in ${list}` };
      case "NotIn":
        return { key, text: `${key} notin ${list}` };
      case "DoesNotExist":
        return { key, text: `!${key}` };
      default:
        return { key, text: key };
    }
  });
  return [...pairs, ...others]
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ text }) => text)
    .join(",");
}
