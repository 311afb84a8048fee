/** In the form of Evolution API each status of a message is told once, although two types of events tell it. */
import { expect, test } from 'bun:test';
import { startReceiver } from '../doubles/receiver.ts';
import { shared, sharedApp } from '../helpers/shared.ts';
import { until } from '../helpers/until.ts';

const PERSON = '5511888880000';
const JID = `${PERSON}@s.whatsapp.net`;

const receiver = shared(startReceiver);
const app = sharedApp({ env: { EVOLUTION_MODE: 'true' } });

interface ReceiptFacts {
  readonly keyId: string;
  readonly keyIds?: readonly string[];
  readonly status: string;
  readonly participant?: string;
}

/** An instance with its webhook, and the statuses that this one is told, in order. */
async function instance(name: string, webhook: object) {
  await app.openInstance(name);
  const url = `${receiver.url}/${name}`;
  await app.call('POST', `/webhook/set/${name}`, { enabled: true, url, ...webhook });
  const bodies = () =>
    receiver.requests.filter(({ path }) => path === `/${name}`).map(({ body }) => JSON.parse(body));
  const send = async (number: string): Promise<string> => {
    const body = { number, text: 'hello' };
    return (await app.call('POST', `/message/sendText/${name}`, body)).body.key.id;
  };
  /** Whoever read or got the messages; ends when the mark that follows has arrived. */
  const receipt = async (state: string, messageIds: readonly string[], more: object = {}) => {
    const body = { state, from: PERSON, chat: JID, messageIds, ...more };
    expect((await app.call('POST', `/sandbox/${name}/receipt`, body)).status).toBe(200);
    // MessageStatus is on disk then, before the mark.
    for (const id of messageIds.filter((one) => !one.startsWith('FROM')))
      await until('the status is known', async () => {
        const { status } = (await app.call('GET', `/message/status/${name}/${id}`)).body;
        return status === state || status === 'Read';
      });
  };
  let marks = 0;
  const told = async (id: string, chat = JID): Promise<ReceiptFacts[]> => {
    const text = `mark ${marks++}`;
    await app.call('POST', `/sandbox/${name}/message`, {
      ...{ kind: 'text', from: PERSON, text, ...(chat.endsWith('@g.us') && { group: chat }) },
    });
    await until('the mark came', () => JSON.stringify(bodies()).includes(text));
    const updates = bodies().filter(({ event }) => event === 'messages.update');
    return updates
      .map(({ data }): ReceiptFacts => data)
      .filter(({ keyId, keyIds = [] }) => keyId === id || keyIds.includes(id));
  };
  return { send, receipt, told, bodies };
}
const statuses = (told: readonly ReceiptFacts[]) => told.map(({ status }) => status);
/** Marks are messages, so that the list has them too. */
const both = { events: ['MESSAGES_UPDATE', 'MESSAGES_UPSERT'] };

test('a message that was sent through the instance: each status once, by MessageStatus', async () => {
  const { send, receipt, told } = await instance('once', both);
  const id = await send(PERSON);
  await receipt('Delivered', [id]);
  await receipt('Delivered', [id]);
  await receipt('Read', [id]);
  const all = statuses(await told(id));
  expect(all.filter((status) => status === 'DELIVERY_ACK')).toHaveLength(1);
  expect(all.filter((status) => status === 'READ')).toHaveLength(1);
});

test.each([
  ['replayed', null],
  ['filtered', { event: 'messages.update' }],
])('a replay tells each status once, as it was told before: %s', async (name, filter) => {
  const { send, receipt, told, bodies } = await instance(name, both);
  const id = await send(PERSON);
  await receipt('Delivered', [id]);
  await receipt('Read', [id]);
  const live = statuses(await told(id));
  await app.call('PATCH', `/webhook/endpoints/${name}/default`, { filter });
  const before = bodies().length;
  const at = `/webhook/endpoints/${name}/default`;
  const replay = async (which: object) => {
    const since = '2020-01-01T00:00:00Z';
    const { body: begun } = await app.call('POST', `${at}/recover`, { since, ...which });
    await until('the replay is done', async () => {
      const { body } = await app.call('GET', `${at}/recoveries/${begun.id}`);
      return body.state === 'done';
    });
    return bodies()
      .slice(before)
      .filter(({ event }) => event === 'messages.update');
  };
  // It missed nothing: what another event tells was not meant for it.
  expect(await replay({ onlyFailed: true })).toEqual([]);
  const again = (await replay({})).map(({ data }) => data.status);
  expect(again.sort()).toEqual(live.sort());
});

test('several messages in one receipt: each is told for itself, once', async () => {
  const { send, receipt, told } = await instance('several', both);
  const ids = [await send(PERSON), await send(PERSON)];
  await receipt('Read', ids);
  for (const id of ids) {
    const read = (await told(id)).filter(({ status }) => status === 'READ');
    expect(read).toMatchObject([{ keyId: id }]);
    expect(read[0]?.keyIds).toBeUndefined();
  }
});

test('what the phone has sent is told by the receipt alone, as is its part of a mixed one', async () => {
  const { send, receipt, told } = await instance('phone', both);
  const id = await send(PERSON);
  await receipt('Read', ['FROM-THE-PHONE-1']);
  expect(statuses(await told('FROM-THE-PHONE-1'))).toEqual(['READ']);
  await receipt('Read', [id, 'FROM-THE-PHONE-2']);
  expect(await told('FROM-THE-PHONE-2')).toMatchObject([{ keyId: 'FROM-THE-PHONE-2' }]);
  expect((await told(id)).filter(({ status }) => status === 'READ')).toHaveLength(1);
});

test('a group with several readers: the status of the message once', async () => {
  const { send, receipt, told } = await instance('group', both);
  const created = await app.call('POST', '/group/create/group', {
    subject: 'Team',
    participants: [PERSON, '5511777770000'],
  });
  const chat: string = created.body.id;
  const id = await send(chat);
  for (const from of [PERSON, '5511777770000']) await receipt('Read', [id], { from, chat });
  expect((await told(id, chat)).filter(({ status }) => status === 'READ')).toHaveLength(1);
});

test('who gets only receipts gets all of them, and who gets only MessageStatus gets that', async () => {
  const receipts = await instance('receipts', { events: ['READ_RECEIPT', 'MESSAGE'] });
  const id = await receipts.send(PERSON);
  await receipts.receipt('Read', [id]);
  expect(await receipts.told(id)).toMatchObject([{ keyId: id, status: 'READ', remoteJid: JID }]);
  const progress = await instance('progress', { events: ['MESSAGE_STATUS', 'MESSAGE'] });
  const other = await progress.send(PERSON);
  await progress.receipt('Read', [other]);
  expect(statuses(await progress.told(other)).filter((one) => one === 'READ')).toHaveLength(1);
});

test('in the ordinary form both events come, and the receipt names what was sent here', async () => {
  const { send, receipt, told, bodies } = await instance('ordinary', { format: 'gatehouse' });
  const id = await send(PERSON);
  await receipt('Read', [id, 'FROM-THE-PHONE']);
  await told(id);
  const read = bodies().filter(({ event }) => event === 'Receipt');
  expect(read).toMatchObject([
    { data: { MessageIDs: [id, 'FROM-THE-PHONE'], SentIDs: [id], Type: 'read' } },
  ]);
  const progress = bodies().filter(
    ({ event, data }) => event === 'MessageStatus' && data.ID === id,
  );
  expect(progress.map(({ data }) => data.Status)).toContain('Read');
});
