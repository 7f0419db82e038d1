import type { NamedObject, WebhookRepair } from "#lib/policy/readiness/contents/contents-facts.ts";
import type { ReadinessFinding } from "#lib/policy/readiness/readiness-finding.ts";

const mostCommands = 3;

function targetOf({ kind, namespace, name }: NamedObject): string {
  const resource = `${kind.toLowerCase()} ${name}`;
  return namespace === undefined ? resource : `${resource} --namespace ${namespace}`;
}

/**
 * Names as Kubernetes allows them. Others come from no real API server, and stand in no command: neither what a shell
 * understands nor, as `--all`, what kubectl takes for an option.
 */
function isPlain({ namespace = "", name }: Pick<NamedObject, "namespace" | "name">): boolean {
  return /^\w[\w.:-]*$/.test(name) && /^(?:\w[\w.-]*)?$/.test(namespace);
}

function shellQuoted(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}

function forEach(objects: readonly NamedObject[], command: (object: NamedObject) => string): string | undefined {
  return inLines(objects.filter(isPlain).map(command));
}

function inLines(commands: readonly string[]): string | undefined {
  const lines = [...new Set(commands)].slice(0, mostCommands);
  return lines.length === 0 ? undefined : lines.join("\n");
}

function repairCommand({ kind, configuration, webhook, ...change }: WebhookRepair): string {
  const patch = JSON.stringify({ webhooks: [{ name: webhook, ...change }] });
  return `kubectl patch ${kind.toLowerCase()} ${configuration} --type strategic --patch ${shellQuoted(patch)}`;
}

const oneUnavailable = JSON.stringify({ spec: { minAvailable: null, maxUnavailable: 1 } });

/**
 * Commands, one in a line, that fix a finding inside a cluster or show its cause, with the kubeconfig of the cluster: for
 * the first objects. Undefined where there is none.
 */
export function commandOfContentsFinding(finding: ReadinessFinding): string | undefined {
  if (!("objects" in finding)) return undefined;
  const { listed } = finding.objects;
  switch (finding.id) {
    case "removed-api-used":
      return finding.objects.total > 0
        ? forEach(listed, (object) => `kubectl get ${targetOf(object)} --output yaml --show-managed-fields`)
        : "kubectl get --raw /metrics | grep apiserver_requested_deprecated_apis";
    case "deprecated-api-used":
      return "kubectl get --raw /metrics | grep apiserver_requested_deprecated_apis";
    case "budget-impossible":
      return forEach(listed, (object) => `kubectl patch ${targetOf(object)} --type merge --patch '${oneUnavailable}'`);
    case "several-budgets":
      return forEach(listed, ({ namespace }) => `kubectl get poddisruptionbudgets --namespace ${namespace}`);
    case "pods-without-controller":
      return forEach(listed, (object) => `kubectl get ${targetOf(object)} --output yaml`);
    case "jobs-interrupted":
      return forEach(listed, (object) => `kubectl wait ${targetOf(object)} --for condition=complete --timeout 2h`);
    case "single-replica":
      return forEach(listed, (object) => `kubectl scale ${targetOf(object)} --replicas 2`);
    case "webhook-unreachable":
      return forEach(
        finding.services.listed,
        ({ namespace, name }) =>
          `kubectl get endpointslices --namespace ${namespace} --selector kubernetes.io/service-name=${name}`,
      );
    case "webhook-problematic":
      return inLines(
        finding.repairs.filter(({ configuration: name }) => isPlain({ namespace: undefined, name })).map(repairCommand),
      );
    case "nodes-cordoned":
      return forEach(listed, ({ name }) => `kubectl uncordon ${name}`);
    case "budget-exhausted":
    case "budget-not-observed":
    case "pods-waiting":
    case "volume-zone-gone":
    case "volume-zone-empty":
    case "volume-local":
    case "certificates-ending":
    case "certificates-ended":
    case "api-service-unavailable":
    case "nodes-not-ready":
    case "nodes-under-pressure":
      return forEach(listed, (object) => `kubectl describe ${targetOf(object)}`);
    default:
      return undefined;
  }
}
