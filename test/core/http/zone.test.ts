import { describe, expect, test } from 'bun:test';
import { pathOf, plainPath, wireCode, zoneOf } from '../../../src/core/http/zone.ts';
import { crm, gateway } from './sample-server.ts';

const zones = [gateway, crm];

describe('a path belongs to a zone', () => {
  const inside = [
    '/instance',
    '/instance/',
    '/instance/connect/shop',
    '/metrics',
    '//instance/x',
    '/%69nstance/x',
    '/instance%2Fx',
    '/%2Finstance/x',
    '/instance/%zz',
  ];
  for (const path of inside) test(`${path} does`, () => expect(zoneOf(zones, path)).toBe(gateway));

  const outside = [
    '/',
    '/instances',
    '/instance-x',
    '/Instance/x',
    '/x/instance',
    '/api/v10',
    '/%zz',
  ];
  for (const path of outside)
    test(`${path} does not`, () => expect(zoneOf(zones, path)).toBeUndefined());

  test('the longest word counts, not the first letters', () => {
    expect(zoneOf(zones, '/api/v1/pipelines')).toBe(crm);
    expect(zoneOf(zones, '/api')).toBeUndefined();
  });
});

test('a path is what stands between host and query', () => {
  expect(pathOf('http://localhost/a/b?c=/d')).toBe('/a/b');
  expect(pathOf('http://x/a')).toBe('/a');
  expect(pathOf('http://localhost/?/a')).toBe('/');
  expect(pathOf('/instance/x?y')).toBe('/instance/x');
});

test('a malformed escape has no plain path', () => {
  expect(plainPath('/a%20b//c')).toBe('/a b/c');
  expect(plainPath('/a%zz')).toBeNull();
});

test('a dialect replaces codes on its method and path only', () => {
  const codeOf = (method: string, path: string) => wireCode(crm, method, path, 'UNAUTHORIZED');
  expect(codeOf('GET', '/api/v1/permissions')).toBe('INVALID_TOKEN');
  expect(codeOf('POST', '/api/v1/permissions')).toBe('UNAUTHORIZED');
  expect(codeOf('GET', '/api/v1/permissions_x')).toBe('UNAUTHORIZED');
  expect(wireCode(crm, 'GET', '/api/v1/permissions', 'NOT_FOUND')).toBe('NOT_FOUND');
  expect(wireCode(undefined, 'GET', '/x', 'NOT_FOUND')).toBe('NOT_FOUND');
});
