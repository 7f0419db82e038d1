/** Finalizer of the ControllerRegistration controller on Shoots. */
export const registrationFinalizer = "core.gardener.cloud/controllerregistration";
