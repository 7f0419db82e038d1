import { useLayoutEffect } from "react";
import { useViewHere } from "./use-views.ts";

interface ViewNameTellerProps {
  readonly onName: (name: string | undefined) => void;
}

/** Tells what the view on screen is called. It draws nothing. */
export function ViewNameTeller({ onName }: ViewNameTellerProps) {
  const name = useViewHere()?.view.name;
  useLayoutEffect(() => onName(name), [onName, name]);
  return null;
}
