import { type Message, message } from "#lib/language/text.ts";
import type { RollOutState } from "#lib/policy/next/roll-out.ts";

interface RollOutLook {
  readonly label: Message;
  /** Label with the number of clusters. */
  readonly counted: Message;
  readonly fill: string;
  /** Path of the shape in a field of nine by nine. Shapes differ, so that no state depends on colour alone. */
  readonly shape: string;
}

const ring = (width: number) => `h9v9h-9z m${width} ${width}v${9 - 2 * width}h${9 - 2 * width}v-${9 - 2 * width}z`;

/** Look of each state of a cluster in a roll-out. */
export const rollOutLooks: Readonly<Record<RollOutState, RollOutLook>> = {
  done: {
    label: message("reconciled by the new gardenlet"),
    counted: message("{count, number} done"),
    fill: "var(--positive-solid)",
    shape: "h9v9h-9z",
  },
  failed: {
    label: message("failed"),
    counted: message("{count, number} failed"),
    fill: "var(--negative-solid)",
    shape: "m4.5 0l4.5 9h-9z",
  },
  retrying: {
    label: message("failed, Gardener tries again"),
    counted: message("{count, number} retrying"),
    fill: "var(--caution-solid)",
    shape: "m4.5 0l4.5 4.5l-4.5 4.5l-4.5 -4.5z",
  },
  running: {
    label: message("being reconciled"),
    counted: message("{count, number} running"),
    fill: "var(--info-solid)",
    shape: ring(3),
  },
  held: {
    label: message("held back, or in deletion"),
    counted: message("{count, number} held"),
    fill: "var(--notice-solid)",
    shape: "m1 0h2.5v9h-2.5zm4.5 0h2.5v9h-2.5z",
  },
  waiting: {
    label: message("not yet begun by the new gardenlet"),
    counted: message("{count, number} waiting"),
    fill: "var(--neutral-solid)",
    shape: ring(1),
  },
  unknown: {
    label: message("not known"),
    counted: message("{count, number} not known"),
    fill: "var(--neutral-solid)",
    shape: "m3 3h3v3h-3z",
  },
};
