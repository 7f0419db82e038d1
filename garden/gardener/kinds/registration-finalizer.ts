/** By which the controller-manager holds a Shoot. */
export const registrationFinalizer = "core.gardener.cloud/controllerregistration";
