import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, MouseEvent } from "react";
import { Tooltip } from "./tooltip.tsx";

const buttonVariants = cva(
  "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control font-medium whitespace-nowrap select-none transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-55 disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-primary text-on-primary not-aria-disabled:hover:bg-primary-hover forced-colors:border",
        secondary: "border border-control/55 bg-canvas text-ink not-aria-disabled:hover:bg-hover",
        ghost: "text-secondary not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-ink",
        danger: "bg-danger text-on-danger forced-colors:border",
      },
      size: {
        xs: "h-6 px-2 text-xs [&_svg]:size-3.5",
        sm: "h-7 px-2.5 text-sm",
        md: "h-8 px-3 text-base",
        lg: "h-10 px-4 text-base",
        icon: "size-8",
        iconSm: "size-7",
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

export interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof buttonVariants> {
  /** Why the action is not possible now. A button with a reason stays focusable, so that everyone can read it. */
  readonly disabledReason?: string | undefined;
}

export function Button(given: ButtonProps) {
  const { variant, size, disabledReason, className, onClick, ...props } = given;
  const look = {
    type: "button",
    "data-slot": "button",
    className: buttonVariants({ variant, size, className }),
  } as const;
  const act = given.type === "submit" ? sendingOnce(onClick) : onClick;
  if (!("disabledReason" in given)) return <button {...look} {...props} onClick={act} />;
  const refused = disabledReason !== undefined;
  const refuse = (event: MouseEvent) => event.preventDefault();
  // The element tree is the same with and without a reason, so that the button keeps the focus when the reason changes.
  return (
    <Tooltip text={disabledReason}>
      {(described) => (
        <button
          {...look}
          {...props}
          {...described}
          {...(refused && { "aria-disabled": true })}
          onClick={refused ? refuse : act}
        />
      )}
    </Tooltip>
  );
}

/** Returns a click handler that ignores the second click of a double click. */
function sendingOnce(onClick: ButtonProps["onClick"]): ButtonProps["onClick"] {
  return (event) => {
    if (event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };
}

export { buttonVariants };
