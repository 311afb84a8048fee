import { describe, expect, test } from 'bun:test';
import type { Database } from '../../../src/core/db/client.ts';
import { instances } from '../../../src/core/db/schema/gateway.ts';
import { DECLARED } from '../../../src/core/events/contract/catalog.ts';
import type { MessageData } from '../../../src/core/events/types/message-data.ts';
import type { Session } from '../../../src/core/providers/provider.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import type { ArrivingMessage, SandboxSession } from '../../../src/modules/sandbox/driver.ts';
import { createSandboxProvider } from '../../../src/modules/sandbox/provider.ts';
import { conforms } from '../../conformance/provider.ts';
import { CONTACT, PHONE, type Word } from '../../conformance/provider-stage.ts';
import { recordingHost, storingHost, writingChanges } from '../../core/providers/recording-host.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import {
  isPlayed,
  type PlayedContent,
  playedData,
  playedId,
} from '../../helpers/played-content.ts';

const insertInstance = (db: Database, id: string) =>
  db.orm.insert(instances).values({
    id,
    name: 'shop',
    provider: 'sandbox',
    state: 'close',
    phase: 'created',
    keyHash: 'none',
    createdAt: 0,
    updatedAt: 0,
  });

const providerOver = (db: Database, clock: ManualClock) =>
  createSandboxProvider({
    clock,
    log: createLog('error', clock.now, () => {}),
    db,
    qrMaxCount: 3,
    ignoreGroups: false,
    ignoreStatus: false,
  });

/** Sessions come from this provider, so they can be driven. */
const driven = (session: Session) => session as SandboxSession;

/** What is played by an event, or null for a text, a file or a reaction. */
function playedIn(word: Word): PlayedContent | null {
  if (word.kind !== 'contact') return isPlayed(word) ? word : null;
  const { kind, fullName, phoneNumber } = word;
  return { kind, contacts: [{ fullName, phones: [{ phone: `+${phoneNumber}` }] }] };
}

async function say(session: SandboxSession, word: Word): Promise<string> {
  const said = playedIn(word);
  if (said === null) {
    const { messageId } = await session.message({ from: CONTACT, ...word } as ArrivingMessage);
    return messageId;
  }
  const { Info, ...data } = playedData(CONTACT, said);
  // The cast: it is the sample of a message.
  const sample = DECLARED.Message.sample(new Date().toISOString()) as MessageData;
  const ID = playedId();
  const whole = { ...sample, ...data, Info: { ...sample.Info, ...Info, ID } };
  await session.event({ type: 'Message', data: whole });
  return ID;
}

conforms('the sandbox', async (instanceId) => {
  const db = await testDatabase();
  await insertInstance(db, instanceId);
  const clock = manualClock();
  return {
    provider: writingChanges(providerOver(db, clock), db),
    phone: PHONE,
    scan: (session) => driven(session).scan({}),
    type: (session, code) => driven(session).pair(code),
    async write(session, message) {
      await driven(session).message({ kind: 'text', ...message });
    },
    say: (session, word) => say(driven(session), word),
    async settleIn() {},
    drop: (session) => driven(session).drop(),
    remove: (session) => driven(session).remove(),
    async until(what, holds) {
      for (let passedMs = 0; !holds(); passedMs += 500) {
        if (passedMs > 300_000) throw new Error(`never happened: ${what}`);
        await clock.advance(500);
      }
    },
    calm: () => clock.advance(300_000),
  };
});

describe('the sandbox over a database', () => {
  test('stores what was sent for the next process', async () => {
    const db = await testDatabase();
    const host = storingHost(db);
    await insertInstance(db, host.instanceId);
    const account = { jid: '5511999990000@s.whatsapp.net', pushName: 'Shop' };
    const session = providerOver(db, manualClock()).open(host, account);
    await session.connect({});
    const { id } = await session.send({
      number: '5511988887777',
      content: { kind: 'text', text: 'Hello' },
    });
    await session.stop();
    const later = providerOver(db, manualClock()).open(host, account);
    expect(await later.sent()).toMatchObject([{ id, text: 'Hello' }]);
  });

  test('lets media of every size pass where no limit is set', async () => {
    const db = await testDatabase();
    const host = recordingHost();
    const session = providerOver(db, manualClock()).open(host, {
      jid: '5511999990000@s.whatsapp.net',
      pushName: 'Shop',
    });
    await session.connect({});
    const base64 = Buffer.alloc(17 * 1024 * 1024).toString('base64');
    await session.message({ kind: 'document', from: '5511988887777', base64 });
    expect(host.events.at(-1)?.media).toHaveProperty('bytes');
  });
});
