/** The controller-manager's finalizer on Shoots. */
export const registrationFinalizer = "core.gardener.cloud/controllerregistration";
