declare global {
  interface Window {
    /** Errors of this document that were not collected yet. */
    reportedFaults?: string[];
  }
}

/**
 * Runs in the page, as soon as possible after the start of a navigation: records the errors of the document.
 * @param before time origin of the previous document
 * @returns the ready state of the document, or `before` while it is still the previous one
 */
export function watchDocument(before: number): string {
  if (performance.timeOrigin === before) return "before";
  if (window.reportedFaults !== undefined) return document.readyState;
  const faults: string[] = [];
  window.reportedFaults = faults;
  const logError = console.error;
  console.error = (...words: unknown[]) => {
    faults.push(`console: ${words.map(String).join(" ")}`);
    logError(...words);
  };
  const recordError = ({ target, message }: ErrorEvent) =>
    faults.push(target instanceof Element ? `not loaded: ${target.outerHTML}` : `uncaught: ${message}`);
  // Load errors of elements do not bubble.
  window.addEventListener("error", recordError, { capture: true });
  window.addEventListener("unhandledrejection", ({ reason }) => faults.push(`uncaught: ${String(reason)}`));
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
    faults.push(`blocked by the policy: ${violatedDirective} ${blockedURI} ${sample}`),
  );
  return document.readyState;
}

/** Runs in the page: returns the errors recorded since the last call. */
export function takeFaults(): readonly string[] {
  return window.reportedFaults?.splice(0) ?? [];
}
