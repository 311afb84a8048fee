/** Which answers to a request for older messages are taken, and for how long they are waited for. */
import { expect, test } from 'bun:test';
import { EventEmitter } from 'node:events';
import { deflateSync } from 'node:zlib';
import { proto, type WASocket } from '@whiskeysockets/baileys';
import type { QuestionContext } from '../../../src/modules/whatsapp/ask.ts';
import { loadBaileys } from '../../../src/modules/whatsapp/engine/baileys.ts';
import { HistoryRequests } from '../../../src/modules/whatsapp/history.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { ANA } from './opened-stage.ts';

const REQUEST = 'REQUEST-1';
const SEALED = { type: 'msg', ciphertext: Buffer.from('sealed') };

async function bench() {
  const clock = manualClock();
  const baileys = { ...(await loadBaileys()), generateMessageIDV2: () => REQUEST };
  const host = recordingHost();
  const anchor = { id: 'A1', chat: ANA, chatAddress: ANA, isFromMe: false, sentAt: clock.now() };
  const before = { ...anchor, sender: ANA, authorAddress: '', kind: 'text', content: null };
  const ev = new EventEmitter();
  const left = Promise.withResolvers<void>();
  const lidMapping = { getLIDForPN: async () => null };
  const asked = {
    ev,
    ws: { isOpen: true },
    authState: { creds: { me: { id: '5511999990000:3@s.whatsapp.net' } } },
    signalRepository: { lidMapping, encryptMessage: async () => SEALED },
    sendRawMessage: () => left.promise,
  };
  // The casts: nothing else of them is looked at.
  const socket = asked as unknown as WASocket;
  const connection = {
    isOpen: true,
    requireOpen: () => ({ socket }),
  } as unknown as QuestionContext['connection'];
  const file = Promise.withResolvers<{ bytes: Uint8Array }>();
  const files = { fetchHistory: () => file.promise };
  const forMessage = async () => ({
    jid: '5511999990000@s.whatsapp.net',
    lid: null,
    pushName: 'Shop',
  });
  const requests = new HistoryRequests({
    ...{ baileys, clock, host, files },
    addresses: { forMessage },
  });
  requests.listenTo(socket);
  const recipients = { find: async () => ANA };
  const ask = () =>
    requests.ask({ clock, connection, recipients }, { number: ANA, count: 5, before }).then(
      ({ messages }) => messages.map(({ Message }) => Message.conversation),
      (error) => `${error.reason}: ${error.message}`,
    );
  const answers = (text: string, { id = REQUEST, fromMe = true, syncType = 6 } = {}) =>
    ev.emit('messages.upsert', {
      messages: [{ key: { fromMe }, message: shareOf(text, id, syncType) }],
    });
  const uploads = () => {
    const named = { syncType: 6, peerDataRequestSessionId: REQUEST };
    const message = { protocolMessage: { historySyncNotification: named } };
    ev.emit('messages.upsert', { messages: [{ key: { fromMe: true }, message }] });
  };
  const arrives = (text: string) => file.resolve({ bytes: packed(text, 6) });
  return { clock, host, ask, answers, uploads, arrives, leaves: () => left.resolve() };
}

function packed(conversation: string, syncType: number): Buffer {
  const message = {
    key: { remoteJid: ANA, id: `ID-${conversation}`, fromMe: false },
    message: { conversation },
    messageTimestamp: 1_767_520_000,
  };
  const conversations = [{ id: ANA, messages: [{ message }] }];
  const share = proto.HistorySync.encode({ syncType, conversations }).finish();
  return deflateSync(share);
}

function shareOf(conversation: string, id: string, syncType: number) {
  const initialHistBootstrapInlinePayload = packed(conversation, syncType);
  return {
    protocolMessage: {
      historySyncNotification: {
        syncType,
        peerDataRequestSessionId: id,
        initialHistBootstrapInlinePayload,
      },
    },
  };
}

test('only the answer of the account’s own phone to this very request is taken', async () => {
  const { clock, ask, answers, leaves } = await bench();
  const asked = ask();
  await clock.advance(0);
  // Before the request has left, too.
  answers('another request', { id: 'REQUEST-0' });
  answers('somebody else', { fromMe: false });
  answers('history of a pairing', { syncType: 3 });
  answers('older');
  leaves();
  expect(await asked).toEqual(['older']);
});

test('a phone that does not answer within 15 seconds is said so, and a late answer is dropped', async () => {
  const { clock, host, ask, answers, leaves } = await bench();
  const asked = ask();
  leaves();
  await clock.advance(0);
  await clock.advance(15_000);
  expect(await asked).toBe(
    'unavailable: the phone did not answer within 15 seconds: it must be switched on and connected to WhatsApp',
  );
  answers('late');
  await clock.advance(1_000);
  expect(host.messages).toEqual([]);
});

test('a share that takes too long to arrive is dropped too', async () => {
  const { clock, host, ask, uploads, arrives, leaves } = await bench();
  const asked = ask();
  leaves();
  await clock.advance(0);
  uploads();
  await clock.advance(15_000);
  expect(await asked).toStartWith('unavailable: the phone did not answer');
  arrives('late');
  await clock.advance(1_000);
  expect(host.messages).toEqual([]);
});
