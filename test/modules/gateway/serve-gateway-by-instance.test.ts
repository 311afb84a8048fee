/** What a node knows of an instance when it answers, while other nodes change, take over and delete instances. */
import { expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { admit } from '../../../src/core/http/principal.ts';
import type { Zone } from '../../../src/core/http/zone.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { instanceOperation } from '../../../src/modules/gateway/operation.ts';
import { instanceFinder } from '../../../src/modules/gateway/serve-gateway.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { conflict, notFound } from '../../helpers/failures.ts';
import { DIRECTORY, gatewayServer, operationsWith, SHOP } from '../../helpers/gateway-server.ts';
import { OPERATION_TABLE } from '../../helpers/operation-table.ts';

const ROUTES = ['/instance/connectionState/:instanceName', '/delivery/find/:instanceName'].map(
  (path) => ({ method: 'GET', path }),
);

/** Asks a node that has read the changes of the others so and so often, and says for which stream it is. */
async function find(method: string, path: string) {
  let reads = 0;
  const nodes = { catchUp: async () => void reads++ };
  const finder = instanceFinder(DIRECTORY, nodes, OPERATION_TABLE, () => ROUTES);
  const request = new Request(`http://gateway.test${path}`, { method });
  admit(request, {} as Zone, { kind: 'global' });
  return [await finder(request), reads];
}

test.each([
  ['POST', '/instance/create'],
  ['GET', '/instance/fetchInstances'],
  ['GET', '/instance/all'],
  ['GET', '/instance/overview'],
  ['GET', '/delivery/search'],
  ['GET', '/delivery/count'],
  ['GET', '/delivery/find/shop'],
])(
  '%s %s is answered by any node, after it has read what the others have changed',
  async (method, path) => {
    expect(await find(method, path)).toEqual([null, 1]);
  },
);

test.each([
  ['GET', '/channels'],
  ['GET', '/nodes'],
  ['GET', '/metrics'],
])('%s %s is answered by a node about itself, without the database', async (method, path) => {
  expect(await find(method, path)).toEqual([null, 0]);
});

test('an instance that a node knows is asked of its owner at once, and one that it does not know after it has read', async () => {
  expect(await find('GET', '/instance/connectionState/shop')).toEqual([SHOP.id, 0]);
  expect(await find('GET', '/instance/connectionState/unknown')).toEqual([null, 1]);
});

const declared = {
  tag: 'Instances',
  summary: 'A test',
  answer: Type.Object({ count: Type.Integer() }),
} as const;

/** An instance that goes to another node before the operation on it ends, or does not. */
function server(hasMoved: boolean) {
  let written = 0;
  const operations = [
    instanceOperation('GET /chat/read/:instanceName', {
      ...{ ...declared, scope: 'read' },
      run: () => ({ count: 1 }),
    }),
    instanceOperation('GET /chat/missing/:instanceName', {
      ...{ ...declared, scope: 'read' },
      run() {
        throw notFound('queued message');
      },
    }),
    instanceOperation('DELETE /chat/refused/:instanceName', {
      ...{ ...declared, scope: 'send' },
      run() {
        throw conflict('it is being sent already');
      },
    }),
    instanceOperation('POST /chat/written/:instanceName', {
      ...{ ...declared, scope: 'send' },
      run: () => ({ count: ++written }),
    }),
  ];
  const having = () => () => {
    if (hasMoved) throw new AppError('unavailable', 'it has moved');
  };
  const { call } = gatewayServer(manualClock(), operationsWith(operations, { nodes: { having } }));
  return async (method: string, path: string) => (await call(method, path)).status;
}

test.each([
  ['GET', '/chat/read/shop', 200, 503],
  ['GET', '/chat/missing/shop', 404, 503],
  ['DELETE', '/chat/refused/shop', 409, 503],
  ['POST', '/chat/written/shop', 200, 200],
])(
  '%s %s is answered %p by the node that has the instance all the while, and else %p: only what was written counts',
  async (method, path, here, moved) => {
    expect(await server(false)(method, path)).toBe(here);
    expect(await server(true)(method, path)).toBe(moved);
  },
);
