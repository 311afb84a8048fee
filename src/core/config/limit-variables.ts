/** Variables of limits: how much of the service one tenant, or all together, may take. */
import { bytes, integer, oneOf, optional, variable } from '../shared/variables/kinds.ts';

const STORAGE_LIMIT_MIN = 1024 * 1024;
/** A quarter of it takes the largest body, and half of that quarter the largest file. */
export const MEMORY_LIMIT_MIN = 128 * 1024 * 1024;

const GIB = 1024 ** 3;

export const LIMIT_VARIABLES = {
  tenantLimits: variable({
    name: 'TENANT_LIMITS',
    kind: oneOf('off', 'strict'),
    unset: 'off',
    about:
      '`strict` sets the [limits](limits.md) for tenants that this page shows; a variable that is set itself wins.',
  }),
  memoryLimit: optional({
    name: 'MEMORY_LIMIT',
    kind: bytes(MEMORY_LIMIT_MIN),
    defaultText: 'the limit of the container, else `512m`',
    about: '[Memory](limits.md#memory) of the whole process.',
  }),
  websocketsPerKey: variable({
    name: 'WEBSOCKETS_PER_KEY',
    kind: integer(1, 100_000),
    unset: 100,
    unsetIfStrict: 10,
    about: 'WebSockets that one key, also the global one, may have open.',
  }),
  metricsInstancesMax: variable({
    name: 'METRICS_INSTANCES_MAX',
    kind: integer(0, 10_000),
    unset: 100,
    about:
      'Instances with [metrics](operations.md#metrics) of their own; the others are summed under `/others`.',
  }),
  instanceEventsPerSecond: variable({
    name: 'INSTANCE_EVENTS_PER_SECOND',
    kind: integer(0, 1_000_000),
    unset: 0,
    unsetIfStrict: 50,
    about: 'Events that one instance may have in a second; `0` is no limit.',
  }),
  instanceStorageLimit: optional({
    name: 'INSTANCE_STORAGE_LIMIT',
    kind: bytes(STORAGE_LIMIT_MIN),
    unsetIfStrict: GIB,
    about:
      'Bytes that one instance may have in the database; beyond it [the oldest is removed](limits.md#storage-of-one-instance).',
  }),
};
