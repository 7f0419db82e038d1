import { registrationFinalizer } from "../../kinds/registration-finalizer.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";

/**
 * Keeps a finalizer on each Shoot while extensions are installed for it. A Shoot on a Seed has no extensions of its
 * own, so its finalizer is removed when the Shoot is deleted.
 * @source Gardener: pkg/controllermanager/controller/controllerregistration/clusterfinalizer
 */
export function startRegistrationController({ client }: ControllerContext): Controller {
  return {
    onEvent({ type, shoot }) {
      if (type === "DELETED") return;
      const { finalizers = [], deletionTimestamp } = shoot.metadata;
      const isHeld = finalizers.includes(registrationFinalizer);
      if (isHeld === (deletionTimestamp === undefined)) return;
      const others = finalizers.filter((name) => name !== registrationFinalizer);
      client.writeMetadata(shootKeyOf(shoot), { finalizers: isHeld ? others : [...others, registrationFinalizer] });
    },
  };
}
