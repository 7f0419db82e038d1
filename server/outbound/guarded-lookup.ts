import "server-only";
import type { LookupFunction } from "node:net";
import type { AddressGuard } from "./address-guard.ts";
import type { ResolveName } from "./resolve-name.ts";

const addressError = "EADDRESSREFUSED";

/** DNS lookup for sockets. Resolves once and requires all addresses to be allowed, so connections use a checked one. */
export function guardedLookup(guard: AddressGuard, resolve: ResolveName): LookupFunction {
  return (host, { all }, callback) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        const isAdmitted = found.every(({ address }) => guard.admits(host, address));
        if (first === undefined || !isAdmitted) callback(addressRefused(), "");
        else if (all === true) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      () => callback(addressRefused(), ""),
    );
  };
}

/** Whether a connection failed because an address of its host is not allowed. */
export function isAddressRejection(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === addressError;
}

function addressRefused(): NodeJS.ErrnoException {
  return Object.assign(new Error("no address that may be reached"), { code: addressError });
}
