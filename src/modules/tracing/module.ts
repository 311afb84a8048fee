import type { Module } from '../../module.ts';

export const TRACING: Module = {
  name: 'tracing',
  about: 'Traces of requests, events and attempts by OpenTelemetry.',
  needs: [],
  variables: [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_SERVICE_NAME',
    'OTEL_TRACES_SAMPLER_ARG',
  ],
  isUsed: ({ otlpEndpoint }) => otlpEndpoint !== null,
  load: async () => (await import('./tracing.ts')).TRACING_PARTS,
};
