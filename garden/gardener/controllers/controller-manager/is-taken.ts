import { ApiError } from "#garden/api/errors/api-error.ts";

/** False when the API server does not take it now. */
export function isTaken(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
