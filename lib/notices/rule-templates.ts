import type { RuleSubject, WatchedEvents } from "#lib/contract/notices.ts";
import { type Message, message } from "#lib/language/text.ts";

/** A rule to start from: what it watches, and what it reports. */
export interface RuleTemplate {
  readonly id: string;
  readonly name: Message;
  readonly subject: RuleSubject;
  readonly events: WatchedEvents;
}

export const allClusters: RuleSubject = { kind: "view", address: "/clusters" };
export const productionClusters: RuleSubject = { kind: "view", address: "/clusters?purpose=production" };

export const ruleTemplates: readonly RuleTemplate[] = [
  {
    id: "unhealthy",
    name: message("Production clusters with problems"),
    subject: productionClusters,
    events: { unhealthy: 30, held: true },
  },
  {
    id: "forced",
    name: message("Forced changes and dead ends"),
    subject: allClusters,
    events: { forced: 30, forecast: true, deadEnd: true, earlierEnd: true },
  },
  {
    id: "rotations",
    name: message("Rotations and lifetimes"),
    subject: allClusters,
    events: { rotation: true, ends: 14 },
  },
];
