import { expect, test } from 'bun:test';
import { readSettings } from '../../../../src/core/config/config.ts';
import { en } from '../../../../src/core/languages/en.ts';
import { LIMITS } from '../../../../src/core/shared/limit-report.ts';
import {
  LIMITING_VARIABLES,
  limitsInForce,
} from '../../../../src/modules/gateway/status/limits-in-force.ts';

const inForce = (environment: Record<string, string>) => {
  const reading = readSettings(environment, () => null);
  if (!('settings' in reading)) throw new Error(reading.faults.join());
  const limits = limitsInForce(reading.settings);
  return Object.fromEntries(limits.map(({ variable, value }) => [variable, value]));
};

test('limits are shown as variables take them, and 0 only where it is a limit', () => {
  expect(inForce({})).toMatchObject({
    RATE_LIMIT_PER_MINUTE: null,
    INSTANCE_STORAGE_LIMIT: null,
    WEBHOOK_MAX_ATTEMPTS: '5',
  });
  expect(inForce({ TENANT_LIMITS: 'strict', MEMORY_LIMIT: '256m' })).toMatchObject({
    RATE_LIMIT_PER_MINUTE: '1200',
    INSTANCE_STORAGE_LIMIT: '1g',
    MEMORY_LIMIT: '256m',
  });
});

test('every limit that is reported when it is reached is listed, and each has a name', () => {
  const reported = Object.values(LIMITS).filter((one) => one !== null);
  expect(LIMITING_VARIABLES).toEqual(expect.arrayContaining([...new Set(reported)]));
  expect(Object.keys(en.service.limitNames).sort()).toEqual(LIMITING_VARIABLES.toSorted());
});
