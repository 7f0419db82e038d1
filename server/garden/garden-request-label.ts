import "server-only";

const verbs: Readonly<Record<string, string>> = { POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" };

/**
 * The Kubernetes verb and resource of a request: `list` of `shoots` for any path below its API; `other` for paths that
 * are no resource. Never a name or a namespace.
 */
export function gardenRequestLabel(method: string, path: string): { readonly verb: string; readonly resource: string } {
  const [pathname = "", query = ""] = path.split("?", 2);
  const match = /^(?:\/api\/v1|\/apis\/[\w.-]+\/\w+)(?:\/namespaces\/[^/]+(?=\/))?\/([a-z]+)(\/)?/.exec(
    pathname.slice(Math.max(0, pathname.search(/\/apis?\//))),
  );
  if (match === null) return { verb: verbs[method] ?? "get", resource: "other" };
  const [, resource = "", name] = match;
  const isWatch = new URLSearchParams(query).get("watch") === "true";
  const reading = name === undefined ? "list" : "get";
  return { verb: verbs[method] ?? (isWatch ? "watch" : reading), resource };
}
