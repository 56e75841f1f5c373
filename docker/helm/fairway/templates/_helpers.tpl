{{- define "fairway.name" -}}
{{- printf "%s" .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "fairway.selector" -}}
app.kubernetes.io/name: fairway
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "fairway.commonLabels" -}}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- define "fairway.labels" -}}
{{ include "fairway.selector" . }}
{{ include "fairway.commonLabels" . }}
{{- end -}}

{{- define "fairway.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "fairway.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (ternary (include "fairway.name" .) "" .Values.serviceAccount.create) -}}
{{- end -}}

{{- define "fairway.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "fairway.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1001
runAsGroup: 0
fsGroup: 0
seccompProfile: {type: RuntimeDefault}
{{- end -}}

{{- /* YAML knows numbers only as floating point, which are written as 1.2096e+09. */ -}}
{{- define "fairway.value" -}}
{{- if and (kindIs "float64" .) (eq . (floor .)) -}}
{{ printf "%.0f" . }}
{{- else -}}
{{ . }}
{{- end -}}
{{- end -}}

{{- define "fairway.scheme" -}}
{{- $tls := or (index .Values.config "http.tls.certificate") (index .Values.config "http.tls.keystore") -}}
{{- .Values.scheme | default (ternary "HTTPS" "HTTP" (not (empty $tls))) -}}
{{- end -}}

{{- /* Not empty where callers have to say who they are. */ -}}
{{- define "fairway.authenticates" -}}
{{- $auth := index .Values.config "http.auth" | default "none" -}}
{{- if ne $auth "none" }}yes{{ end -}}
{{- end -}}

{{- define "fairway.peerSecret" -}}
{{- .Values.peerSecret.existing | default (ternary (printf "%s-peer" (include "fairway.name" .)) "" .Values.peerSecret.create) -}}
{{- end -}}

{{- define "fairway.properties" -}}
{{- range $key := list "bootstrap.servers" "schema.registry.url" -}}
{{- if not (index $.Values.config $key) -}}
{{- fail (printf "config: %s is missing" $key) -}}
{{- end -}}
{{- end -}}
{{- if not (or (index .Values.config "http.auth") (eq (index .Values.config "http.open" | default "" | toString) "true")) -}}
{{- fail "config: say who may ask: http.auth, or http.open: true for everybody who reaches the application" -}}
{{- end -}}
state.dir=/var/lib/fairway/state
http.listen=0.0.0.0:8090
{{- if include "fairway.peerSecret" . }}
http.peer.secret.file=/etc/fairway-peer/secret
{{- end }}
{{- range $key, $value := .Values.config }}
{{ $key }}={{ include "fairway.value" $value }}
{{- end }}
{{- end -}}

{{- /* One file of settings and secrets: the application reads one. */ -}}
{{- define "fairway.settingsContainer" -}}
- name: settings
  image: {{ include "fairway.image" . }}
  imagePullPolicy: {{ .Values.image.pullPolicy }}
  command: [sh, -c, "cat /settings/fairway.properties /secrets/fairway.properties > /etc/fairway/fairway.properties"]
  securityContext: {{- include "fairway.containerSecurity" . | nindent 4 }}
  volumeMounts:
    - {name: settings, mountPath: /settings, readOnly: true}
    - {name: secrets, mountPath: /secrets, readOnly: true}
    - {name: merged, mountPath: /etc/fairway}
{{- end -}}

{{- define "fairway.mounts" -}}
- {name: {{ if .Values.secretProperties }}merged{{ else }}settings{{ end }}, mountPath: /etc/fairway, readOnly: true}
{{- /* Not by the Secret's name: that may have dots, or be there twice. */}}
{{- range $i, $file := .Values.secretFiles }}
- {name: files-{{ $i }}, mountPath: {{ $file.path }}, readOnly: true}
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* Needs a volume "settings" beside these. */ -}}
{{- define "fairway.volumes" -}}
{{- if .Values.secretProperties }}
- name: secrets
  secret: {secretName: {{ .Values.secretProperties }}}
- name: merged
  emptyDir: {medium: Memory, sizeLimit: 1Mi}
{{- end }}
{{- range $i, $file := .Values.secretFiles }}
- name: files-{{ $i }}
  secret: {secretName: {{ $file.secret }}}
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}
