import { ApiError } from "#garden/api/errors/api-error.ts";

/** Whether the API server accepts the write; false if it refuses it. */
export function isAccepted(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
