import { describe, expect, test } from 'bun:test';
import { createZoneCors } from '../../../src/core/http/cors.ts';
import type { Zone } from '../../../src/core/http/zone.ts';
import { KEY, sampleServer } from './sample-server.ts';

const APP = 'https://app.example';
const preflight = { origin: APP, 'access-control-request-method': 'POST' };
const ALLOW = 'access-control-allow-origin';

describe('off', () => {
  const { ask } = sampleServer();
  test('no header, and a preflight is a request like any other', async () => {
    const { headers } = await ask('GET /health', { headers: { origin: APP } });
    expect(headers.get(ALLOW)).toBeNull();
    expect(headers.get('vary')).toBeNull();
    expect((await ask('OPTIONS /instance/connect', { headers: preflight })).status).toBe(401);
  });
});

describe('for one origin', () => {
  const { ask } = sampleServer({ corsOrigins: [APP] });

  test('204 a preflight, before authentication, with every header callers may send', async () => {
    const { status, headers, text } = await ask('OPTIONS /instance/connect', {
      headers: preflight,
    });
    expect(status).toBe(204);
    expect(text).toBe('');
    expect(headers.get(ALLOW)).toBe(APP);
    expect(headers.get('vary')).toBe('origin');
    expect(headers.get('x-request-id')).not.toBeNull();
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(headers.get('access-control-allow-methods')).toContain(method);
    }
    const allowed = headers.get('access-control-allow-headers')?.split(', ');
    for (const name of [
      'apikey',
      'api_access_token',
      'api-access-token',
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'instanceid',
      'x-request-id',
    ]) {
      expect(allowed).toContain(name);
    }
  });

  test('answers and failures carry it', async () => {
    const origin = { origin: APP };
    for (const headers of [origin, { ...origin, ...KEY }]) {
      const answer = await ask('GET /instance/state/shop', { headers });
      expect(answer.headers.get(ALLOW)).toBe(APP);
      expect(answer.headers.get('access-control-expose-headers')).toContain('x-request-id');
    }
  });

  test('another origin gets nothing, its preflight 401', async () => {
    const headers = { ...preflight, origin: 'https://evil.example' };
    const answer = await ask('OPTIONS /instance/connect', { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get(ALLOW)).toBeNull();
    expect(answer.headers.get('vary')).toBe('origin');
  });

  test('a plain OPTIONS is no preflight', async () => {
    expect((await ask('OPTIONS /instance/connect', { headers: { origin: APP } })).status).toBe(401);
  });
});

test('* allows any origin', async () => {
  const { ask } = sampleServer({ corsOrigins: ['*'] });
  const { status, headers } = await ask('OPTIONS /instance/connect', { headers: preflight });
  expect(status).toBe(204);
  expect(headers.get(ALLOW)).toBe('*');
});

test('a zone that names its origins is for those alone; the configured ones are for all others', () => {
  const zone: Zone = { prefixes: ['/mine'], corsOrigins: [APP], authenticate: () => null };
  const other: Zone = { prefixes: ['/other'], authenticate: () => null };
  const corsOf = createZoneCors(['https://configured.example'], [zone, other]);
  const allowed = (of: Zone | undefined, origin: string) => {
    const headers: Record<string, string> = {};
    corsOf(of)?.(new Request('http://localhost/', { headers: { origin } }), headers);
    return headers[ALLOW] ?? null;
  };
  for (const [origin, inZone, elsewhere] of [
    [APP, APP, null],
    ['https://configured.example', null, 'https://configured.example'],
  ] as const) {
    expect(allowed(zone, origin)).toBe(inZone);
    expect(allowed(other, origin)).toBe(elsewhere);
    expect(allowed(undefined, origin)).toBe(elsewhere);
  }
});
