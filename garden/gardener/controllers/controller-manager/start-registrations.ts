import { registrationFinalizer } from "../../kinds/registration-finalizer.ts";
import { keyOf } from "../client/shoot-client.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";

/**
 * Holds every Shoot while something is installed for it. For one that a Seed runs nothing ever is, so that it is let go as
 * soon as it is deleted.
 * @source Gardener: pkg/controllermanager/controller/controllerregistration/clusterfinalizer
 */
export function startRegistrations({ client }: ControllerContext): Controller {
  return {
    onEvent({ type, shoot }) {
      if (type === "DELETED") return;
      const { finalizers = [], deletionTimestamp } = shoot.metadata;
      const isHeld = finalizers.includes(registrationFinalizer);
      if (isHeld === (deletionTimestamp === undefined)) return;
      const others = finalizers.filter((name) => name !== registrationFinalizer);
      client.writeMetadata(keyOf(shoot), { finalizers: isHeld ? others : [...others, registrationFinalizer] });
    },
  };
}
