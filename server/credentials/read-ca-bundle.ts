import "server-only";
import { X509Certificate } from "node:crypto";
import type { RevealedCertificate, RevealResponse } from "#lib/contract/credentials-reveal.ts";
import { textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { shootResourceName } from "#lib/policy/operations/project-resources.ts";
import { invalidResponseError } from "#server/garden/garden-error.ts";
import type { RetrievalCall } from "./retrieval-call.ts";

const pemPattern = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
/** Gardener keeps one or two; the limit guards against unexpected contents. */
const mostCertificates = 10;

/** The certificate authorities that clients of the cluster must trust: one, or two during a rotation. */
export async function readCaBundle({ client, target, now, signal }: RetrievalCall): Promise<RevealResponse> {
  const name = shootResourceName(target.name, "cluster-ca");
  const answer = await client.get<KubeObject>({ ...target, resource: configMaps, name }, { signal });
  const text = textAt(answer.body, "data", "ca.crt");
  if (text === undefined) throw invalidResponseError("The ConfigMap with the certificate authorities holds no ca.crt");
  return {
    what: "ca-bundle",
    revealedAt: new Date(now()).toISOString(),
    // Public: every client needs it, and it grants no access.
    parts: [{ label: "ca.crt", fileName: `ca-${target.namespace}-${target.name}.crt`, text, secret: false }],
    links: [],
    certificates: (text.match(pemPattern) ?? []).slice(0, mostCertificates).flatMap(readCertificate),
  };
}

function readCertificate(pem: string): RevealedCertificate[] {
  try {
    const { subject, fingerprint256, validFromDate, validToDate } = new X509Certificate(pem);
    return [
      {
        subject: subject.replaceAll("\n", ", "),
        fingerprint: fingerprint256,
        validFrom: validFromDate.toISOString(),
        validTo: validToDate.toISOString(),
      },
    ];
  } catch {
    // A certificate that cannot be parsed is only missing from the list; the PEM text is still shown.
    return [];
  }
}
