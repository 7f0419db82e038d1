/** CSS classes of text inputs. */
export const inputClass =
  "block w-full rounded-control border border-control/70 bg-canvas px-3 text-ink placeholder:text-tertiary hover:border-control aria-invalid:border-negative-solid max-sm:text-md";
