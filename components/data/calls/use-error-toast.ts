import { useToast } from "#components/ui/overlay/toast.tsx";
import { requestErrorOf } from "./api-problem.ts";

/** Returns a handler that shows an error and its reason in a toast. */
export function useErrorToast(): (id: string, title: string) => (error: unknown) => void {
  const toast = useToast();
  return (id, title) => (error) => toast({ kind: "error", id, title, detail: requestErrorOf(error).detail });
}
