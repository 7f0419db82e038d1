import { useToast } from "#components/ui/overlay/toast.tsx";
import { faultOf } from "./api-problem.ts";

/** Says in the corner what did not work, and why. */
export function useFaultToast(): (id: string, title: string) => (error: unknown) => void {
  const toast = useToast();
  return (id, title) => (error) => toast({ kind: "error", id, title, detail: faultOf(error).detail });
}
