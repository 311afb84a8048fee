/** How one declaration becomes a route of a server. */
import { expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { instanceOperation } from '../../../src/modules/gateway/operation.ts';
import { operationsWith } from '../../helpers/gateway-server.ts';

test('what the framework changes of a route on one server does not reach another server of the process', () => {
  const ping = instanceOperation('GET /chat/ping/:instanceName', {
    tag: 'Chats',
    scope: 'read',
    summary: 'Ping the instance',
    answer: Type.Object({}),
    run: () => ({}),
  });
  const hooksOfServer = () => operationsWith([ping], {}).routes.map(({ hooks }) => hooks.response);
  const [first] = hooksOfServer();
  Object.assign(first as object, { 599: Type.Null() });
  const [second] = hooksOfServer();
  expect(Object.keys(second as object)).not.toContain('599');
});
