import "server-only";
import { X509Certificate } from "node:crypto";
import type { RevealedCertificate, RevealResponse } from "#lib/contract/credentials-reveal.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { shootResourceName } from "#lib/policy/operations/project-resources.ts";
import { invalidResponseError } from "#server/garden/garden-error.ts";
import type { ShootCredentialCall } from "./shoot-credential-call.ts";

const pemPattern = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
/** Maximum number of certificates: Gardener stores one or two, but the ConfigMap could contain anything. */
const mostCertificates = 10;

/** The CA certificates that clients of a Shoot must trust: one, or two during a credential rotation. */
export async function readCaBundle({ client, target, now, signal }: ShootCredentialCall): Promise<RevealResponse> {
  const name = shootResourceName(target.name, "cluster-ca");
  const answer = await client.get<KubeObject>({ ...target, resource: configMaps, name }, { signal });
  const text = stringAt(answer.body, "data", "ca.crt");
  if (text === undefined) throw invalidResponseError("The ConfigMap with the certificate authorities holds no ca.crt");
  return {
    what: "ca-bundle",
    revealedAt: new Date(now()).toISOString(),
    // A CA bundle is no secret: every client needs it, and it grants no access.
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
    // A certificate that cannot be parsed is left out of the list; the PEM text is shown unchanged.
    return [];
  }
}
