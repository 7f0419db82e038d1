/** What gardener-node-agent listens for on its Node. */
export const restartUnitsAnnotation = "worker.gardener.cloud/restart-systemd-services";

const agent = "gardener-node-agent.service";

/** What gardener-node-agent does about the restart annotation of its Node. */
export interface NodeRestart {
  /** The units, in the order of their restart. */
  readonly units: readonly string[];
  /** The agent restarts itself, after it has removed the annotation. */
  readonly agentLast: boolean;
}

/**
 * The systemd units that the annotation `worker.gardener.cloud/restart-systemd-services` names. `.service` is appended
 * where it is missing; the agent itself comes last. The annotation is removed even when a restart failed.
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

/** The annotation's text for these units; undefined when there is none, or a name that systemd does not know. */
export function restartAnnotation(units: readonly string[]): string | undefined {
  return units.length > 0 && units.every((name) => unit.test(name)) ? units.join(",") : undefined;
}
