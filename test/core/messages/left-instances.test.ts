/** What two nodes remember of an instance that each of them has had, on one database. */
import { expect, test } from 'bun:test';
import { SendingPace } from '../../../src/core/messages/pace.ts';
import type { StatusChange } from '../../../src/core/messages/status.ts';
import { SHOP } from '../../helpers/gateway-server.ts';
import { messageStoreBench } from '../../helpers/message-store.ts';
import { ANA, BEN, received, storedRecord } from '../../helpers/stored-message.ts';

const OWN = new Set([SHOP.id]);

/** Two nodes: `one` has the instance, then `two` has it, then `one` takes it over again. */
async function nodes() {
  const bench = await messageStoreBench();
  const { db, clock, opened } = bench;
  const node = () => {
    const { messages } = opened();
    const addressesOf = (chat: string) => [chat];
    const pace = new SendingPace({ db, clock, perMinute: 2, newChatsPerDay: 1, addressesOf });
    const send = (id: string, chat = ANA) =>
      messages.publish(
        SHOP,
        [],
        [storedRecord({ id, chat, isFromMe: true, status: 'Pending', sentAt: clock.now() })],
      );
    const takesOver = () => {
      messages.forget(OWN);
      pace.forget(OWN);
    };
    return { messages, pace, send, takesOver };
  };
  return { ...bench, one: node(), two: node() };
}

const progress = (status: 'Read' | 'Delivered', at: number): StatusChange => ({
  id: 'A',
  status,
  at,
  code: null,
  reason: null,
});

test('a status that another node has recorded is not taken back by an older one', async () => {
  const { one, two, told } = await nodes();
  await one.send('A');
  await two.messages.recordStatuses(SHOP, [progress('Read', 2)]);
  one.takesOver();
  await one.messages.recordStatuses(SHOP, [progress('Delivered', 1)]);
  expect((await told('MessageStatus')).map(({ Status }) => Status)).toEqual(['Read']);
  expect((await one.messages.fateOf(SHOP.id, 'A'))?.status).toBe('Read');
});

test('a name that a contact was given at another node is what the next one is compared with', async () => {
  const { one, two, told } = await nodes();
  const says = (node: typeof one, ID: string, PushName: string) =>
    node.messages.publish(SHOP, [received({ ID, PushName })], []);
  await says(one, 'A', 'Ana');
  await says(two, 'B', 'Ana Maria');
  one.takesOver();
  await says(one, 'C', 'Ana Maria');
  await says(one, 'D', 'Ana');
  expect((await told('ContactUpdate')).map(({ Name }) => Name)).toEqual(['Ana Maria', 'Ana']);
});

test('what another node has sent counts for how much may be sent in a minute, and for new chats', async () => {
  const { clock, one, two } = await nodes();
  expect(await one.pace.take(SHOP.id, ANA)).toMatchObject({ kind: 'now' });
  await one.send('A');
  await clock.advance(60_000);
  await two.send('B');
  await two.send('C');
  one.takesOver();
  expect(await one.pace.take(SHOP.id, ANA)).toMatchObject({ kind: 'wait', limit: 'minute' });
  await clock.advance(60_000);
  expect(await one.pace.take(SHOP.id, BEN)).toMatchObject({ kind: 'wait', limit: 'day' });
});

test('messages of a node whose clock is ahead are waited for a minute, and no longer', async () => {
  const { clock, one, two } = await nodes();
  clock.jump(3_600_000);
  await two.send('A');
  await two.send('B');
  clock.jump(-3_600_000);
  expect(await one.pace.take(SHOP.id, ANA)).toMatchObject({ kind: 'wait', ms: 60_000 });
});

test('that new chats are locked is known to a node that takes over, though it had none locked before', async () => {
  const { clock, one, two } = await nodes();
  const [at, of] = [clock.now(), SHOP.id];
  expect(one.messages.newChats.of(of).require([BEN], at)).toBeInstanceOf(Promise);
  await one.messages.newChats.of(of).limit();
  await two.messages.newChats.of(of).learned({ lockedUntil: at + 1, checkedAt: at });
  one.takesOver();
  const refused = await one.messages.newChats
    .of(of)
    .require([BEN], at)
    ?.catch((error) => error);
  expect(refused).toMatchObject({ reason: 'conflict' });
});
