/** GET /service: the limits in force, how often each was reached, and the newest backup. */
import { describe, expect, test } from 'bun:test';
import { version } from '../../../../package.json';
import { createLimitReport } from '../../../../src/core/shared/limit-report.ts';
import { readService } from '../../../../src/modules/gateway/status/operations.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { gatewayServer, operationsWith } from '../../../helpers/gateway-server.ts';

function open(lastBackup: object | null) {
  const clock = manualClock();
  const limits = createLimitReport({ clock, log: { warn() {} }, count() {} });
  const limitsInForce = [
    { variable: 'RATE_LIMIT_PER_MINUTE', value: '60' },
    { variable: 'MEMORY_LIMIT', value: '512m' },
    { variable: 'SEND_PER_MINUTE', value: null },
  ];
  const parts = { clock, limitsInForce, timesReached: limits.timesReached, ...lastBackup };
  return { limits, server: gatewayServer(clock, operationsWith([readService], parts)) };
}

describe('GET /service', () => {
  test('200 each limit with its value, and how often it was reached under any of its names', async () => {
    const { limits, server } = open({ lastBackup: null });
    limits.reached('requests');
    limits.reached('memory');
    limits.reached('memory_per_credential');
    const { status, json } = await server.call('GET', '/service');
    expect(status).toBe(200);
    expect(json).toEqual({
      version,
      limits: [
        { variable: 'RATE_LIMIT_PER_MINUTE', value: '60', reached: 1 },
        { variable: 'MEMORY_LIMIT', value: '512m', reached: 2 },
        { variable: 'SEND_PER_MINUTE', value: null, reached: 0 },
      ],
      databaseIsFile: false,
      lastBackup: null,
    });
  });

  test('200 the newest backup of a database file, if one is known', async () => {
    const backup = { file: '/backups/a.db', bytes: 5, createdAt: Date.UTC(2026, 0, 5) };
    const known = open({ lastBackup: async () => backup });
    expect((await known.server.call('GET', '/service')).json).toMatchObject({
      databaseIsFile: true,
      lastBackup: { file: '/backups/a.db', bytes: 5, createdAt: '2026-01-05T00:00:00.000Z' },
    });
    const unknown = open({ lastBackup: async () => null });
    expect((await unknown.server.call('GET', '/service')).json).toMatchObject({
      databaseIsFile: true,
      lastBackup: null,
    });
  });
});
