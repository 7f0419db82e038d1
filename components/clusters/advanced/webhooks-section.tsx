"use client";

import { richText } from "#components/ui/rich-text.ts";
import { text } from "#lib/language/text.ts";
import { GeneratedText } from "./generated-text.tsx";
import { GuideFoldedDetails, GuideSection, renderInlineCode } from "./guide-section.tsx";

/** Example namespace selector from Gardener's documentation. */
const namespaceSelector = `namespaceSelector:
  matchExpressions:
  - key: gardener.cloud/purpose
    operator: NotIn
    values:
    - kube-system
`;

/** Guide section on admission webhooks in the cluster that Gardener reports as a problem, and how to fix them. */
export function WebhooksSection() {
  return (
    <GuideSection id="webhooks" title={text("Webhooks in the cluster")}>
      <p>
        {richText(
          "Gardener objects to webhooks that can keep nodes or system components from starting: with <code>failurePolicy</code> Fail or none, or with <code>timeoutSeconds</code> above 15, or above 3 where they act on leases. Until they are corrected, hibernation is refused; maintenance takes place, but may fail.",
          { code: renderInlineCode },
        )}
      </p>
      <GeneratedText title={text("Selector for each webhook")} text={namespaceSelector}>
        {text(
          "It excludes the namespace kube-system. Add it to your webhook configurations; nothing is sent from here.",
        )}
      </GeneratedText>
      <p>
        {text(
          "It does not help with objects outside of namespaces, such as nodes or priority classes: remove those from the rules of the webhook.",
        )}
      </p>
      <GuideFoldedDetails title={text("What Gardener changes automatically")}>
        <p>
          {richText(
            "If the operator has set <code>webhookRemediatorEnabled</code> for gardenlet, Gardener changes such webhooks: it adds missing <code>namespaceSelector</code> and <code>objectSelector</code>, lowers <code>timeoutSeconds</code> that are too high, and in some cases sets <code>failurePolicy</code> from Fail to Ignore.",
            { code: renderInlineCode },
          )}
        </p>
        <p>
          {richText(
            "The annotation <code>gardener.cloud/warning</code> of the webhook configuration lists what was changed. Correct the webhook where it comes from, then remove the annotation: as long as it is there, the constraints are not fulfilled.",
            { code: renderInlineCode },
          )}
        </p>
        <p>
          {richText(
            "The label <code>remediation.webhook.shoot.gardener.cloud/exclude=true</code> keeps Gardener from changing a webhook configuration. The constraints still report it. Set the label only if you are sure that the webhook blocks nothing.",
            { code: renderInlineCode },
          )}
        </p>
      </GuideFoldedDetails>
    </GuideSection>
  );
}
