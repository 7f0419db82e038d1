import { statusLabel, statusLabelKey } from "#lib/policy/status/status-label.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";

/** Updates the label `shoot.gardener.cloud/status` of every Shoot when its status changes. */
export function startStatusLabelController({ client }: ControllerContext): Controller {
  return {
    onEvent({ type, shoot }) {
      const { status } = shoot;
      if (type === "DELETED" || !status) return;
      const label = statusLabel(status.lastOperation, status.lastErrors, status.conditions);
      if (shoot.metadata.labels?.[statusLabelKey] === label) return;
      client.writeMetadata(shootKeyOf(shoot), { labels: { [statusLabelKey]: label } });
    },
  };
}
