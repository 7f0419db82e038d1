{{- define "almanac.selector" -}}
app.kubernetes.io/name: almanac
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "almanac.labels" -}}
{{ include "almanac.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "almanac.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "almanac.sessionSecret" -}}
{{ .Values.session.existingSecret | default (printf "%s-session" .Release.Name) }}
{{- end -}}

{{/* Each replica of the demo has a garden of its own: people would meet another one with every request. */}}
{{- define "almanac.scales" -}}
{{- if and .Values.autoscaling.enabled (ne .Values.garden.from "demo") }}true{{ end -}}
{{- end -}}

{{/* What Almanac reads from files that are no secrets. */}}
{{- define "almanac.files" -}}
{{- if eq .Values.garden.from "token" }}
kubeconfig: |
  {{- include "almanac.kubeconfig" . | nindent 2 }}
{{- end }}
{{- with .Values.garden.externalCertificateAuthority }}
garden-external.crt: |
  {{- . | nindent 2 }}
{{- end }}
{{- with .Values.oidc.certificateAuthority }}
provider.crt: |
  {{- . | nindent 2 }}
{{- end }}
{{- with .Values.webhooks.certificateAuthority }}
webhooks.crt: |
  {{- . | nindent 2 }}
{{- end }}
{{- with .Values.smtp.certificateAuthority }}
smtp.crt: |
  {{- . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "almanac.kubeconfig" -}}
apiVersion: v1
kind: Config
current-context: garden
contexts:
  - name: garden
    context: { cluster: garden, user: almanac }
clusters:
  - name: garden
    cluster:
      server: {{ .Values.garden.server | quote }}
      {{- with .Values.garden.certificateAuthority }}
      certificate-authority-data: {{ b64enc . }}
      {{- end }}
users:
  - name: almanac
    user: { tokenFile: /etc/almanac/garden/token }
{{- end -}}

{{/* GARDENS, of the gardens that are named. */}}
{{- define "almanac.gardens" -}}
{{- range $index, $garden := .Values.gardens }}
{{- if $index }}, {{ end }}
{{- printf "%s=/etc/almanac/gardens/%s/kubeconfig" $garden.name $garden.name }}
{{- with $garden.context }}#{{ . }}{{ end }}
{{- end }}
{{- end }}

{{- /*
Where the mail server is, unless a rule named mail says so: its address, or for a name, which no policy can hold, all public
ones.
*/}}
{{- define "almanac.mailPeers" -}}
{{- $egress := .Values.networkPolicy.egress }}
{{- $host := .Values.smtp.host }}
{{- if and $host (not (hasKey $egress "mail")) }}
{{- if regexMatch "^[0-9.]+$" $host }}
- ipBlock: { cidr: {{ printf "%s/32" $host }} }
{{- else if contains ":" $host }}
- ipBlock: { cidr: {{ printf "%s/128" $host | quote }} }
{{- else if hasKey $egress "public" }}
{{ toYaml $egress.public.to }}
{{- end }}
{{- end }}
{{- end }}
