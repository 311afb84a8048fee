/** Which requests a node believes that another one has passed on. */
import { expect, test } from 'bun:test';
import { createVault } from '../../../src/core/shared/crypto.ts';
import { createHops } from '../../../src/modules/cluster/hop.ts';

const vault = createVault(Buffer.alloc(32, 7).toString('base64'));
const NOW = Date.UTC(2026, 0, 5, 10);
const request = { method: 'POST', path: '/message/sendText/shop?x=1' };
const one = createHops({ vault, node: 'one' });
const sealed = () => one.seal({ ...request, to: 'two', at: NOW, client: '192.0.2.1' });
const two = () => createHops({ vault, node: 'two' });

test('a request that was passed on comes from where the first node saw it come from', () => {
  const opened = two().open(sealed(), { ...request, at: NOW + 900 });
  expect(opened).toEqual({ client: '192.0.2.1', isForThisNode: true });
});

test('a request for a node that was at this address before is recognised', () => {
  const opened = createHops({ vault, node: 'three' }).open(sealed(), { ...request, at: NOW });
  expect(opened).toMatchObject({ isForThisNode: false });
});

test.each([
  ['for another path', { ...request, path: '/message/sendText/other' }, NOW],
  ['for another method', { ...request, method: 'GET' }, NOW],
])('a header %s is forged', (_, asked, at) => {
  expect(two().open(sealed(), { ...asked, at })).toBe('forged');
});

test.each([
  ['older than ten seconds', NOW + 10_001],
  ['from the future', NOW - 10_001],
])('a header %s is late, not forged', (_, at) => {
  expect(two().open(sealed(), { ...request, at })).toBe('late');
});

test('a header is believed once, also after those of ten seconds ago were forgotten', () => {
  const [node, header] = [two(), sealed()];
  expect(node.open(header, { ...request, at: NOW })).toMatchObject({ isForThisNode: true });
  expect(node.open(header, { ...request, at: NOW })).toBe('forged');
  expect(node.open(header, { ...request, at: NOW + 10_000 })).toBe('forged');
});

test('what was sealed with another key, or is no header at all, is not believed', () => {
  const foreign = createHops({
    vault: createVault(Buffer.alloc(32, 8).toString('base64')),
    node: 'one',
  }).seal({ ...request, to: 'two', at: NOW, client: '192.0.2.1' });
  for (const header of [foreign, '', 'x', '..', sealed().slice(0, -2)])
    expect(two().open(header, { ...request, at: NOW })).toBe('forged');
});
