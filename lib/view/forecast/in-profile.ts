import { text } from "#lib/language/text.ts";

/** ` in gcp`, to stand behind what is missing there; empty where no profile is named. */
export function inProfile(profile: string | undefined): string {
  return profile === undefined ? "" : ` ${text("in {profile}", { profile })}`;
}
