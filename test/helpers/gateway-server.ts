/** A server of the gateway zone with the given routes: the real guard, and instances that are only records. */

import type { AnyElysia } from 'elysia';
import type { Database } from '../../src/core/db/client.ts';
import { instances } from '../../src/core/db/schema/gateway.ts';
import { createServer } from '../../src/core/http/server.ts';
import type { InstanceDirectory, InstanceRecord } from '../../src/core/instances/directory.ts';
import { instanceKey } from '../../src/core/instances/keys.ts';
import { SCOPES } from '../../src/core/instances/scopes.ts';
import { toRow } from '../../src/core/instances/store.ts';
import type { Clock } from '../../src/core/shared/clock.ts';
import { sha256 } from '../../src/core/shared/crypto.ts';
import { createLog } from '../../src/core/shared/log.ts';
import type { Audit } from '../../src/modules/gateway/audit/audited-operation.ts';
import { gatewayZone } from '../../src/modules/gateway/guard.ts';
import { mountOperations, type Operation } from '../../src/modules/gateway/operation.ts';
import type { GatewayParts } from '../../src/modules/gateway/parts.ts';
import { plentyOfMemory } from './memory.ts';
import { OPERATION_TABLE } from './operation-table.ts';

export const GLOBAL_KEY = 'global-key';

const record = (
  id: string,
  name: string,
  provider: InstanceRecord['provider'],
): InstanceRecord => ({
  id: `01900000-0000-7000-8000-0000000000${id}`,
  name,
  provider,
  state: 'close',
  phase: 'created',
  reason: null,
  number: null,
  ownerJid: null,
  profileName: null,
  key: instanceKey({ hash: sha256(`${name}-key`), scopes: SCOPES, expiresAt: null }),
  previousKeys: [],
  phoneNumberId: `100000000000${Number.parseInt(id, 16)}`,
  wabaId: `200000000000${Number.parseInt(id, 16)}`,
  createdAt: 0,
  updatedAt: 0,
});

/** Their keys are their names and `-key`. */
export const SHOP = record('a1', 'shop', 'sandbox');
export const CAFE = record('a2', 'cafe', 'sandbox');
export const PHONE = record('a3', 'phone', 'whatsapp');
const ALL = [SHOP, CAFE, PHONE];

export const DIRECTORY: InstanceDirectory = {
  byName: (name) => ALL.find((one) => one.name === name) ?? null,
  byId: (id) => ALL.find((one) => one.id === id) ?? null,
  byKeyHash: (hash) => ALL.find((one) => one.key.hash === hash) ?? null,
  byPhoneNumberId: (id) => ALL.find((one) => one.phoneNumberId === id) ?? null,
  byWabaId: (id) => ALL.filter((one) => one.wabaId === id),
  all: () => ALL,
};

/** The rows that other tables refer to. */
export const insertInstances = async (db: Database): Promise<void> => {
  await db.orm.insert(instances).values(ALL.map(toRow));
};

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body's text. */
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the answer holds.
  readonly json: any;
}

export interface CallOptions {
  /** Default: the global key; null: none. */
  readonly key?: string | null;
  readonly body?: unknown;
  /** A body as it goes over the wire, instead of `body`. */
  readonly raw?: string;
}

export interface GatewayServer {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

export function gatewayServer(clock: Clock, routes: AnyElysia): GatewayServer {
  const app = createServer({
    log: createLog('error', clock.now, () => {}),
    clock,
    zones: [
      gatewayZone({
        prefixes: OPERATION_TABLE.prefixes,
        globalKeyHashes: [sha256(GLOBAL_KEY)],
        directory: DIRECTORY,
        clock,
      }),
    ],
    corsOrigins: [],
    rateLimitPerMinute: 0,
    memory: plentyOfMemory(),
    version: 'test',
  }).use(routes);
  return {
    async call(method, path, { key = GLOBAL_KEY, body, raw } = {}) {
      const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await app.handle(
        new Request(`http://gateway.test${path}`, {
          method,
          headers: {
            ...(key !== null && { apikey: key }),
            ...(text !== undefined && { 'content-type': 'application/json' }),
          },
          ...(text !== undefined && { body: text }),
        }),
      );
      const answer = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text: answer,
        json: parsed(answer),
      };
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The refusals that every path with an instance name shares. */
export const SHARED_REFUSALS: readonly {
  readonly promise: string;
  readonly key: string | null;
  readonly name: string;
  readonly status: number;
  readonly code: string;
}[] = [
  { promise: '401 no key', key: null, name: 'shop', status: 401, code: 'UNAUTHORIZED' },
  { promise: '401 wrong key', key: 'nonsense', name: 'shop', status: 401, code: 'UNAUTHORIZED' },
  {
    promise: "403 another instance's key",
    key: 'cafe-key',
    name: 'shop',
    status: 403,
    code: 'FORBIDDEN',
  },
  {
    promise: '403 an instance key on an unknown instance',
    key: 'cafe-key',
    name: 'nobody',
    status: 403,
    code: 'FORBIDDEN',
  },
  {
    promise: '400 an impossible instance name',
    key: GLOBAL_KEY,
    name: '-shop',
    status: 400,
    code: 'BAD_REQUEST',
  },
  {
    promise: '404 an unknown instance',
    key: GLOBAL_KEY,
    name: 'nobody',
    status: 404,
    code: 'NOT_FOUND',
  },
];

/** Does what is audited, and keeps no rows of it. */
const UNKEPT_AUDIT: Audit = { run: (_context, _operation, run) => run(() => {}) };

/**
 * Operations of the gateway with the parts that they use; the instances are those of `DIRECTORY` by default, and the
 * audit keeps nothing, and there are no other nodes.
 */
export const operationsWith = (
  operations: readonly Operation[],
  parts: { readonly [K in keyof GatewayParts]?: unknown },
  // The cast: a test gives what its operations need, doubles among it.
): AnyElysia =>
  mountOperations(operations, {
    directory: DIRECTORY,
    audit: UNKEPT_AUDIT,
    nodes: null,
    ...parts,
  } as GatewayParts);
