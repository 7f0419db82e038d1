import { ApiError } from "#garden/api/errors/api-error.ts";

/** Whether the API server accepts a write; a refused write returns false, other errors are thrown. */
export function isWriteAccepted(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
