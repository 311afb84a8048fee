/** Where what an account does by itself has its bounds. */
import { expect, test } from 'bun:test';
import type { CatalogEvent } from '../../../src/core/events/contract/catalog.ts';
import { AutomaticActions } from '../../../src/core/instances/automatic.ts';
import { IGNORED, type MessageRecord } from '../../../src/core/messages/rows.ts';
import type { ChatActions } from '../../../src/core/providers/chat-actions.ts';
import { type AccountSettings, NO_SETTINGS } from '../../../src/core/providers/chats.ts';
import { iso } from '../../../src/core/shared/clock.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { conflict, notFound } from '../../helpers/failures.ts';
import { ANA, storedRecord } from '../../helpers/stored-message.ts';

const BOB = '5511977776666@s.whatsapp.net';

function bench(change: Partial<AccountSettings>) {
  const clock = manualClock();
  const done: string[] = [];
  const lines: string[] = [];
  /** What the next calls throw. */
  const script: { reject?: () => Promise<void>; confirm?: () => Promise<void> } = {};
  const chats: Pick<ChatActions, 'confirm'> = {
    async confirm(_as, messages) {
      await script.confirm?.();
      done.push(`read ${messages.map(({ id }) => id)}`);
    },
  };
  const wasRead: string[] = [];
  const automatic = new AutomaticActions({
    instanceName: 'shop',
    settings: () => ({ ...NO_SETTINGS, ...change }),
    session: () => ({
      // The cast: nothing else of it is called.
      chats: () => chats as ChatActions,
      phoneCalls: () => ({
        async reject(id) {
          await script.reject?.();
          done.push(`reject ${id}`);
        },
      }),
      async send({ number, content }) {
        done.push(`write ${number} ${content.kind === 'text' ? content.text : ''}`);
        return { id: 'A', remoteJid: number, timestamp: 0, message: {}, pushName: '' };
      },
    }),
    markRead: async (read) => void wasRead.push(...read.map(({ id }) => id)),
    clock,
    log: createLog('debug', clock.now, (line) => lines.push(line)),
  });
  const call = (CallID: string, From = ANA, at = clock.now()): CatalogEvent => ({
    type: 'CallOffer',
    data: {
      CallID,
      From,
      CallCreator: From,
      Timestamp: iso(at),
      RemotePlatform: '',
      RemoteVersion: '',
    },
  });
  return { automatic, clock, done, lines, script, call, wasRead };
}

const message = (id: string, change: Partial<MessageRecord> = {}) =>
  storedRecord({ id, ...change });

test('somebody who calls again within a minute is rejected and not written to again', async () => {
  const { automatic, clock, done, call } = bench({ rejectCall: true, msgCall: 'Write' });
  const calls = async (...events: CatalogEvent[]) => {
    automatic.after(events, []);
    await clock.advance(0);
  };
  await calls(call('1'), call('2', BOB));
  await calls(call('3'));
  await clock.advance(60_000);
  await calls(call('4'));
  expect(done.filter((one) => one.startsWith('reject'))).toHaveLength(4);
  expect(done.filter((one) => one.startsWith('write'))).toEqual([
    `write ${ANA} Write`,
    `write ${BOB} Write`,
    `write ${ANA} Write`,
  ]);
});

test('a call from before the connection is left alone, and one that has ended is no warning', async () => {
  const { automatic, clock, done, lines, script, call } = bench({ rejectCall: true });
  automatic.after([call('OLD', ANA, clock.now() - 60_001)], []);
  script.reject = () => Promise.reject(notFound('call'));
  automatic.after([call('ENDED')], []);
  await clock.advance(0);
  script.reject = () => Promise.reject(conflict('WhatsApp refuses it'));
  automatic.after([call('REFUSED')], []);
  await clock.advance(0);
  expect(done).toEqual([]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('WhatsApp refuses it');
});

test('of many calls at once twenty are rejected, and the next ones after them', async () => {
  const { automatic, clock, done, script, call } = bench({ rejectCall: true });
  const { promise, resolve } = Promise.withResolvers<void>();
  script.reject = () => promise;
  automatic.after(
    Array.from({ length: 30 }, (_, index) => call(`${index}`)),
    [],
  );
  resolve();
  await clock.advance(0);
  expect(done).toHaveLength(20);
  automatic.after([call('LATER')], []);
  await clock.advance(0);
  expect(done.at(-1)).toBe('reject LATER');
});

test('messages that come while none can be confirmed are read with the next event, a thousand at most', async () => {
  const { automatic, clock, done, script } = bench({ readMessages: true });
  script.confirm = () => Promise.reject(conflict('not connected'));
  for (let id = 0; id <= 1_000; id++) automatic.after([], [message(`${id}`)]);
  await clock.advance(0);
  expect(done).toEqual([]);
  delete script.confirm;
  automatic.after([{ type: 'OfflineSyncCompleted', data: { Count: 0 } }], []);
  await clock.advance(0);
  expect(done).toHaveLength(10);
  expect(done[0]).toStartWith('read 1,2,3');
  expect(done[9]).toEndWith(',1000');
});

test('nothing is read of what the account wrote, what is ignored or fetched, and what channels say, and what is read is stored as read', async () => {
  const { automatic, clock, done, wasRead } = bench({ readMessages: true, readStatus: true });
  automatic.after(
    [],
    [
      message('own', { isFromMe: true }),
      message('ignored', { kind: IGNORED }),
      message('channel', { chat: '120363@newsletter' }),
      message('from before', { fetchedAt: 1 }),
      message('read'),
    ],
  );
  await clock.advance(0);
  expect(done).toEqual(['read read']);
  expect(wasRead).toEqual(['read']);
});
