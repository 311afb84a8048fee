/** Variables of traces, named as OpenTelemetry names them. */
import { publicUrl } from '../shared/variables/addresses.ts';
import { anyText, headerList, optional, ratio, variable } from '../shared/variables/kinds.ts';

export const TRACE_VARIABLES = {
  otlpEndpoint: optional({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    kind: publicUrl,
    about:
      'Base URL of a collector that takes [traces](operations.md#traces) by OTLP over HTTP, such as `http://collector:4318`.',
  }),
  otlpHeaders: variable({
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    kind: headerList,
    unset: {},
    defaultText: '–',
    secret: 'whole',
    about: 'Headers for the collector, such as its key.',
  }),
  otelServiceName: variable({
    name: 'OTEL_SERVICE_NAME',
    kind: anyText,
    unset: 'gatehouse',
    about: 'Name of the service in traces.',
  }),
  traceRatio: variable({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    kind: ratio,
    unset: 1,
    about: 'Share of new traces that are recorded.',
  }),
};
