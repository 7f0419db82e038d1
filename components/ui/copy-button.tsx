import { Check, Copy } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { text } from "#lib/language/text.ts";
import { Button, type ButtonProps } from "./button.tsx";

interface CopyButtonProps extends Pick<ButtonProps, "variant" | "size" | "tabIndex"> {
  /** Text to copy; a function is called when the button is pressed. */
  readonly text: string | (() => string);
  readonly label: string;
  /** Whether to show the label to screen readers and as a tooltip only. A refusal of the browser is always visible. */
  readonly iconOnly?: boolean;
  /** Icon that says what is copied, instead of the usual one. */
  readonly icon?: ReactNode;
}

export function CopyButton({
  text: copied,
  label,
  iconOnly = false,
  icon = <Copy aria-hidden />,
  ...look
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "refused">();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    navigator.clipboard.writeText(typeof copied === "string" ? copied : copied()).then(
      () => setOutcome("copied"),
      () => setOutcome("refused"),
    );
  const words = outcome === "copied" ? text("Copied") : outcome === "refused" ? text("The browser refused") : label;
  return (
    <Button {...look} {...(iconOnly && { title: label })} onClick={copy}>
      {outcome === "copied" ? <Check aria-hidden /> : icon}
      <span aria-live="polite" className={iconOnly && outcome !== "refused" ? "sr-only" : undefined}>
        {words}
      </span>
    </Button>
  );
}

/** Button that copies the URL of the page. */
export function CopyLink(look: Pick<ButtonProps, "variant">) {
  return <CopyButton {...look} text={() => window.location.href} label={text("Copy link")} />;
}
