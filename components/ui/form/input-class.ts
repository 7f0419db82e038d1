/** CSS classes of text inputs. A flex box, because WebKit does not centre a date or a time in a block. */
export const inputClass =
  "flex w-full items-center rounded-control border border-control/70 bg-canvas px-3 text-ink placeholder:text-tertiary hover:border-control aria-invalid:border-negative-solid max-sm:text-md";
