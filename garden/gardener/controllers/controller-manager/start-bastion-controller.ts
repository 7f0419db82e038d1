import { isLeavingSeed } from "#lib/policy/status/seed-move.ts";
import { type Bastion, bastionResource, isBastionOf } from "../../kinds/bastion.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";

/**
 * Deletes the Bastions of a Shoot that is deleted or moves to another Seed.
 * @source Gardener: pkg/controllermanager/controller/bastion
 */
export function startBastionController({ api }: ControllerContext): Controller {
  return {
    onEvent({ type, shoot }) {
      if (type !== "DELETED" && !shoot.metadata.deletionTimestamp && !isLeavingSeed(shoot)) return;
      const { namespace = "" } = shoot.metadata;
      for (const bastion of api.list<Bastion>({ resource: bastionResource, namespace })) {
        const { name, deletionTimestamp } = bastion.metadata;
        if (isBastionOf(bastion, shoot) && !deletionTimestamp)
          api.delete({ resource: bastionResource, namespace, name });
      }
    },
  };
}
