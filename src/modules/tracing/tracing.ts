/** The parts that this module adds to the service. */
import { version } from '../../../package.json';
import { newId } from '../../core/shared/ids.ts';
import type { ModuleParts } from '../../module.ts';
import { createTracing } from './otlp.ts';

export const TRACING_PARTS: ModuleParts = {
  tracing(
    { otlpEndpoint: endpoint, otlpHeaders: headers, otelServiceName, traceRatio: ratio },
    deps,
  ) {
    if (endpoint === null) return null;
    const named = { serviceName: otelServiceName, version, instanceId: newId() };
    return createTracing({ ...deps, ...named, endpoint, headers, ratio });
  },
};
