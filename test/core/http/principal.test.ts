/** A request that is not admitted says where its credential belongs, and repeats nothing of it. */
import { describe, expect, test } from 'bun:test';
import type { Zone } from '../../../src/core/http/zone.ts';
import { crm, gateway, sampleServer } from './sample-server.ts';

const IN_APIKEY = 'send a key in apikey';
const IN_TOKEN = 'send a token in api_access_token';
const KEY_ELSEWHERE = 'this is a key';
const TOKEN_ELSEWHERE = 'this is a token';
const zones: Zone[] = [
  {
    ...gateway,
    credential: {
      headers: ['apikey'],
      source: IN_APIKEY,
      otherZoneHint: KEY_ELSEWHERE,
      isKnown: (text) => text === 'a-key',
    },
  },
  {
    ...crm,
    credential: {
      headers: ['api_access_token', 'authorization'],
      source: IN_TOKEN,
      otherZoneHint: TOKEN_ELSEWHERE,
      isKnown: async (text) => {
        if (text === 'no-database') throw new Error('the database is away');
        return text === 'a-token';
      },
    },
  },
];
const { ask } = sampleServer({ zones });

const belongs = (place: string) => `the credential belongs in the header apikey, not in ${place}`;
const LOGGED = 'the credential belongs in the header apikey: addresses are logged on their way';

describe('at a path that takes a key', () => {
  test.each<[string, Record<string, string>, string, string]>([
    ['nothing', {}, '', IN_APIKEY],
    ['an unknown key', { apikey: 'bad' }, '', IN_APIKEY],
    ['a token in place of the key', { apikey: 'a-token' }, '', TOKEN_ELSEWHERE],
    ['a token in its own header', { api_access_token: 'a-token' }, '', TOKEN_ELSEWHERE],
    ['a bearer token', { authorization: 'Bearer a-key' }, '', belongs('authorization')],
    ['another header', { 'x-api-key': 'a-key' }, '', belongs('x-api-key')],
    ['the address', {}, '?apikey=a-key', LOGGED],
    ['a parameter of another name', {}, '?token=a-key', LOGGED],
    ['a text that nobody can look up', { apikey: 'no-database' }, '', IN_APIKEY],
    ['a text of any length', { apikey: 'x'.repeat(10_000) }, '', IN_APIKEY],
  ])('401 %s', async (_, headers, query, hint) => {
    const { status, json } = await ask(`GET /instance/whoami${query}`, { headers });
    expect([status, json.error.hint]).toEqual([401, hint]);
  });
});

describe('at a path that takes a token', () => {
  test.each<[string, Record<string, string>, string, string]>([
    ['nothing', {}, '', IN_TOKEN],
    ['a key in its own header', { apikey: 'a-key' }, '', KEY_ELSEWHERE],
    ['a key in place of the token', { api_access_token: 'a-key' }, '', KEY_ELSEWHERE],
    ['a key as a bearer token', { authorization: 'Bearer a-key' }, '', KEY_ELSEWHERE],
    ['an unknown bearer token', { authorization: 'Bearer bad' }, '', IN_TOKEN],
  ])('401 %s', async (_, headers, query, hint) => {
    const { status, json } = await ask(`GET /api/v1/permissions${query}`, { headers });
    expect([status, json.error.hint]).toEqual([401, hint]);
  });
});
