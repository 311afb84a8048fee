/** One instance and many callers at once: its events keep their order, and share the disk's commits. */

import { expect, test } from 'bun:test';
import type { Database } from '../../src/core/db/client.ts';
import { Ceremonies } from '../../src/core/instances/passkey-ceremonies.ts';
import { createSessionHost } from '../../src/core/instances/session-host.ts';
import { Messages } from '../../src/core/messages/log.ts';
import { NO_SETTINGS } from '../../src/core/providers/chats.ts';
import { createLog } from '../../src/core/shared/log.ts';
import { createSandboxProvider } from '../../src/modules/sandbox/provider.ts';
import { testDatabase } from '../helpers/database.ts';
import { engineBench } from '../helpers/engine.ts';
import { DIRECTORY, insertInstances, SHOP } from '../helpers/gateway-server.ts';
import { unlimitedRate } from '../helpers/rate-limit.ts';
import { threadedDatabase } from '../helpers/threaded-database.ts';

const ACCOUNT = { jid: '5511999990000@s.whatsapp.net', pushName: 'Shop' };
const FROM = '5511988887777';
const CALLERS = 64;
/** A write that delays the commits of all others. */
const LONG = {
  sql: `insert into streams (id, last_sequence) with recursive n(x) as (select 1 union all select x + 1 from n where x < 1000000)
    select 'long', max(x) from n`,
  params: [],
};
const texts = Array.from({ length: CALLERS }, (_, index) => `text ${index}`);

async function openShop(opened: Promise<Database> = testDatabase()) {
  const disk = await opened;
  await insertInstances(disk);
  let commits = 0;
  const db: Database = {
    ...disk,
    batch(statements) {
      commits++;
      return disk.batch(statements);
    },
  };
  const { engine, clock } = await engineBench({ db });
  const nothing = async () => {};
  const directory = { ...DIRECTORY, enter: nothing, pair: nothing };
  const host = createSessionHost(SHOP, {
    directory,
    engine,
    messages: new Messages(db, engine),
    paceOf: unlimitedRate,
    wantsFiles: () => true,
    proxies: { routeOf: async () => null },
    accountSettings: { get: () => NO_SETTINGS },
    automatic: { after: () => {}, recordName: () => {} },
    ceremonies: new Ceremonies({ clock, publicUrl: () => '' }),
    owns: () => true,
    notify: () => {},
    isStopping: () => false,
  });
  const provider = createSandboxProvider({
    clock,
    db,
    log: createLog('error', clock.now, () => {}),
    qrMaxCount: 3,
    ignoreGroups: false,
    ignoreStatus: false,
  });
  const session = provider.open(host, ACCOUNT);
  await session.connect({});
  return {
    session,
    clock,
    disk,
    /** Commits that `work` took. */
    async commitsOf(work: () => Promise<unknown>) {
      const before = commits;
      await work();
      return commits - before;
    },
    /** Sequence, type, text and the message a receipt is for, of all events after the first two, which say that it is connected. */
    async events() {
      const rows = await disk.query(
        `select sequence, type, body ->> '$.data.Message.conversation', body ->> '$.data.MessageIDs[0]'
          from events order by sequence`,
        [],
      );
      return rows.slice(2);
    },
  };
}

test('64 messages that arrive at one instance together take at most 3 commits, and keep their order', async () => {
  const { session, commitsOf, events } = await openShop();
  const commits = await commitsOf(() =>
    Promise.all(texts.map((text) => session.message({ kind: 'text', from: FROM, text }))),
  );
  expect(commits).toBeLessThanOrEqual(3);
  expect(await events()).toEqual(texts.map((text, index) => [index + 3, 'Message', text, null]));
});

test('64 texts sent at once take at most 3 commits until their answers, and are confirmed in their order', async () => {
  const { session, clock, commitsOf, events } = await openShop();
  const send = () =>
    Promise.all(
      texts.map((text) => session.send({ number: FROM, content: { kind: 'text', text } })),
    );
  expect(await commitsOf(send)).toBeLessThanOrEqual(3);
  expect((await session.sent()).map((entry) => 'text' in entry && entry.text)).toEqual(texts);
  const ids = (await session.sent()).map(({ id }) => id);
  await clock.advance(1_000);
  await session.stop();
  const receipts = (await events()).filter(([, type]) => type === 'Receipt');
  expect(receipts.map(([, , , messageId]) => messageId)).toEqual(ids);
});

test('on a slow disk the texts and the messages of 64 callers of one instance share commits, whichever came first', async () => {
  const slow = await threadedDatabase();
  const { session } = await openShop(Promise.resolve(slow));
  const ROUNDS = 10;
  const callers = (call: (text: string) => Promise<unknown>) =>
    texts.slice(0, CALLERS / 2).map(async () => {
      for (let round = 0; round < ROUNDS; round++) await call(`text ${round}`);
    });
  const others = Promise.withResolvers<unknown>();
  let commits = 0;
  slow.pace.record = () => {
    commits++;
    // The first one is over and the texts are next: what is begun now is queued behind them.
    if (commits > 1) return;
    const message = (text: string) => session.message({ kind: 'text', from: FROM, text });
    others.resolve(Promise.all(callers(message)));
  };
  const first = slow.batch([LONG]);
  const sent = callers((text) => session.send({ number: FROM, content: { kind: 'text', text } }));
  await Promise.all([first, ...sent, others.promise]);
  await session.stop();
  await slow.close();
  // One for each round of both, not one for each round of either.
  expect(commits).toBeLessThanOrEqual(1 + ROUNDS + 3);
});

test('one message that the database refuses leaves no gap, and no one else behind', async () => {
  const { session, disk, events } = await openShop();
  await disk.query(
    "create trigger poison before insert on events when new.body like '%text 7\"%' begin select raise(abort, 'no'); end",
    [],
  );
  const results = await Promise.allSettled(
    texts.slice(0, 20).map((text) => session.message({ kind: 'text', from: FROM, text })),
  );
  const refused = results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
  expect(refused).toEqual([7]);
  const others = texts.slice(0, 20).filter((_, index) => index !== 7);
  expect(await events()).toEqual(others.map((text, index) => [index + 3, 'Message', text, null]));
});

test('what happens to the connection keeps its place among messages that wait for the same commit', async () => {
  const { session, events } = await openShop();
  await Promise.all([
    session.message({ kind: 'text', from: FROM, text: 'before' }),
    session.receipt({ state: 'Read', chat: FROM, messageIds: ['3EB0'] }),
    session.remove(),
    session.message({ kind: 'text', from: FROM, text: 'after' }).catch(() => {}),
  ]);
  expect((await events()).map(([, type, text]) => text ?? type)).toEqual([
    'before',
    'Receipt',
    'LoggedOut',
  ]);
});
