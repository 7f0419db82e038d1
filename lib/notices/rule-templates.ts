import type { RuleSubject, WatchedEvents } from "#lib/contract/notices.ts";
import { type Message, message } from "#lib/language/text.ts";

/** Template for a new watch rule: what it watches, and what it reports. */
export interface RuleTemplate {
  readonly id: string;
  readonly name: Message;
  readonly subject: RuleSubject;
  readonly events: WatchedEvents;
}

export const allClustersSubject: RuleSubject = { kind: "view", address: "/clusters" };
export const productionClustersSubject: RuleSubject = { kind: "view", address: "/clusters?purpose=production" };

export const ruleTemplates: readonly RuleTemplate[] = [
  {
    id: "unhealthy",
    name: message("Production clusters with problems"),
    subject: productionClustersSubject,
    events: { unhealthy: 30, held: true },
  },
  {
    id: "forced",
    name: message("Forced changes and dead ends"),
    subject: allClustersSubject,
    events: { forced: 30, notReady: 30, forecast: true, deadEnd: true, earlierEnd: true },
  },
  {
    id: "summaries",
    name: message("What maintenance did"),
    subject: productionClustersSubject,
    events: { summary: true },
  },
  {
    id: "rotations",
    name: message("Rotations and lifetimes"),
    subject: allClustersSubject,
    events: { rotation: true, ends: 14 },
  },
  {
    id: "projects",
    name: message("Unused projects"),
    subject: allClustersSubject,
    events: { unusedProject: 30 },
  },
  {
    id: "announcements",
    name: message("Announcements"),
    subject: allClustersSubject,
    events: { announced: true },
  },
];
