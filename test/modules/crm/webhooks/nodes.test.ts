/** Webhooks of an account where several nodes share the database, and none of them has heard yet what another changed. */
import { expect, test } from 'bun:test';
import type { Grant, Ownership } from '../../../../src/core/events/publish/ownership.ts';
import { type CrmBench, crmBench } from '../../../helpers/crm.ts';
import { testDatabase } from '../../../helpers/database.ts';

/** A node that owns what the table says, when it is let look. */
function ownershipOf(node: string) {
  const grants = new Map<string, Grant>();
  const ownership: Ownership = {
    isShared: true,
    holderPrefix: `${node}.`,
    get streams() {
      return [...grants.keys()];
    },
    grantOf: (id) => grants.get(id) ?? null,
    grantToSend: (id) => grants.get(id) ?? null,
    isCertain: true,
    whenCertain() {},
    reportFenced() {},
    recheck() {},
    node,
  };
  return { ownership, grants };
}

/** Two nodes on one database, of which the first one sends the account's events. */
async function twoNodes() {
  const db = await testDatabase();
  await db.query(
    "insert into nodes (id, name, url, version, started_at, since, beat_at, until) values ('n', 'n', '', '1', 0, 0, 0, 0)",
    [],
  );
  const first = ownershipOf('first');
  const owner = await crmBench({ database: db, ownership: first.ownership });
  const other = await crmBench({ database: db, ownership: ownershipOf('other').ownership });
  const { accountId } = owner;
  await db.query("insert into streams (id, owner, term) values (?, 'first', 1)", [accountId]);
  first.grants.set(accountId, { node: 'first', term: 1, holder: 'first.1' });
  /** The sequences of events with the names of the webhooks that they are for. */
  const deliveries = () =>
    owner.rows(
      `select d.sequence, w.name from deliveries d join webhooks w on d.endpoint = 'webhook:' || w.id
       order by d.sequence, w.name`,
    );
  return { owner, other, deliveries };
}

const hook = async ({ call }: CrmBench, name: string): Promise<string> => {
  const body = { name, url: 'http://receiver.test/hook' };
  return (await call('POST', '/webhooks', { body })).body.data.id;
};
async function happen({ call }: CrmBench, name: string): Promise<void> {
  const body = { name, config_type: 'sse' };
  const made = await call('POST', '/mcp-servers', { body });
  expect((await call('DELETE', `/mcp-servers/${made.body.data.id}`)).status).toBe(204);
}

test('once a webhook is made, no event that any node writes misses it, and none goes to one that is disabled or deleted', async () => {
  const { owner, other, deliveries } = await twoNodes();
  await happen(other, 'nobody wants it');
  const one = await hook(owner, 'one');
  await happen(other, 'first');
  await hook(owner, 'two');
  await happen(other, 'second');
  await owner.call('PATCH', `/webhooks/${one}`, { body: { enabled: false } });
  await happen(other, 'third');
  await happen(owner, 'fourth');
  expect(await deliveries()).toEqual([
    [1, 'one'],
    [2, 'one'],
    [2, 'two'],
    [3, 'two'],
    [4, 'two'],
  ]);
  await owner.call('DELETE', `/webhooks/${one}`);
  await happen(other, 'fifth');
  expect(await deliveries()).toEqual([
    [2, 'two'],
    [3, 'two'],
    [4, 'two'],
    [5, 'two'],
  ]);
});

test('a filter that one node has changed counts for the next event that another one writes', async () => {
  const { owner, other, deliveries } = await twoNodes();
  const id = await hook(owner, 'one');
  const filter = { 'data.previous.name': { $startsWith: 'mail' } };
  await owner.call('PATCH', `/webhooks/${id}`, { body: { filter } });
  await happen(other, 'files');
  await happen(other, 'mail');
  await owner.call('PATCH', `/webhooks/${id}`, { body: { filter: null } });
  await happen(other, 'files again');
  expect(await deliveries()).toEqual([
    [2, 'one'],
    [3, 'one'],
  ]);
});

test('a node that does not send the events of an account changes none of its webhooks, and discards nothing of them', async () => {
  const { owner, other } = await twoNodes();
  const id = await hook(owner, 'one');
  await happen(owner, 'waits');
  const table = () => owner.rows('select * from webhooks');
  const before = await table();
  const change = (path: string, method: string, body?: object) =>
    other.app.handle(
      new Request(`http://crm.test/api/v1${path}`, {
        method,
        headers: {
          api_access_token: 'bootstrap-token-of-this-test',
          'content-type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  const url = 'http://other.test/hook';
  for (const answer of [
    await change('/webhooks', 'POST', { name: 'two', url }),
    await change(`/webhooks/${id}`, 'PATCH', { url }),
    await change(`/webhooks/${id}/rotate`, 'POST'),
    await change(`/webhooks/${id}`, 'DELETE'),
  ]) {
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('another node has just taken this over');
  }
  expect(await table()).toEqual(before);
  await owner.rows('update webhooks set enabled = 0');
  const states = () => owner.rows('select state from deliveries');
  await other.crm.refreshWebhooks(owner.accountId);
  expect(await states()).toEqual([['waiting']]);
  await owner.crm.refreshWebhooks(owner.accountId);
  expect(await states()).toEqual([['discarded']]);
});
