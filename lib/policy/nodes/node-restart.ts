/** Annotation that gardener-node-agent watches on its Node. */
export const restartUnitsAnnotation = "worker.gardener.cloud/restart-systemd-services";

const agent = "gardener-node-agent.service";

/** gardener-node-agent's reaction to the restart annotation of its Node. */
export interface NodeRestart {
  /** The systemd units to restart, in order. */
  readonly units: readonly string[];
  /** Whether gardener-node-agent restarts itself, after it has removed the annotation. */
  readonly agentLast: boolean;
}

/**
 * The systemd units in the annotation `worker.gardener.cloud/restart-systemd-services`. `.service` is appended when
 * missing; the agent itself comes last. The annotation is removed even when a restart failed.
 * @source Gardener: pkg/nodeagent/controller/node, docs usage/shoot-operations (restart systemd services)
 */
export function nodeRestart(annotation: string | null | undefined): NodeRestart {
  if (annotation === null || annotation === undefined) return { units: [], agentLast: false };
  const named = annotation.split(",").map((unit) => (unit.endsWith(".service") ? unit : `${unit}.service`));
  const others = named.filter((unit) => unit !== agent);
  const agentLast = others.length < named.length;
  return { units: agentLast ? [...others, agent] : others, agentLast };
}

const unit = /^[A-Za-z0-9:_.@\\-]{1,255}$/;

/** Restart annotation's value for systemd units; undefined if there are none or a name is no valid systemd unit. */
export function formatRestartUnits(units: readonly string[]): string | undefined {
  return units.length > 0 && units.every((name) => unit.test(name)) ? units.join(",") : undefined;
}
