"use client";

import { text } from "#lib/language/text.ts";
import type { ButtonProps } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";

/** Copies the page's address, which holds all that is chosen on it. */
export function CopyLink(look: Pick<ButtonProps, "variant">) {
  return <CopyButton {...look} text={() => window.location.href} label={text("Copy link")} />;
}
