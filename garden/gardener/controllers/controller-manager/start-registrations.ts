import { registrationFinalizer } from "../../kinds/registration-finalizer.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";

/**
 * Keeps a finalizer on every Shoot while extensions are installed for it. For a Shoot that a Seed runs none are, so it
 * is released as soon as it is deleted.
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
      client.writeMetadata(shootKeyOf(shoot), { finalizers: isHeld ? others : [...others, registrationFinalizer] });
    },
  };
}
