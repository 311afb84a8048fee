/** Messages of a contact that has WhatsApp anew, from before that and afterwards. */
import { afterEach, expect, test } from 'bun:test';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { until } from '../../helpers/until.ts';
import { ANA, BOB, endAll, type OpenedStage, opened } from './opened-stage.ts';

afterEach(endAll);

const hello = { number: ANA, content: { kind: 'text', text: 'hello' } } as const;

/** An account that has gone, and that a contact has sessions with. */
async function gone(): Promise<OpenedStage> {
  const made = await opened();
  const { ana, phone, session, whatsapp } = made;
  await made.message(await ana.writes(phone, { text: 'first' }));
  await session.send(hello);
  await ana.receives();
  await made.message(await ana.writes(phone, { text: 'second' }));
  await session.stop();
  await until('nobody is connected', () => whatsapp.connections === 0);
  return made;
}

/** The account again, once it is open; `read` gives the ids of the messages that it has read since. */
async function back({ host: { instanceId, account }, provider }: OpenedStage) {
  const host = recordingHost(instanceId);
  const session = provider.open(host, account());
  await session.connect({});
  await until('it is open', () => host.phases.at(-1)?.phase === 'open');
  const read = () =>
    host.events.flatMap((event) => (event.type === 'Message' ? [event.data.Info.ID] : []));
  return { host, session, read };
}

type ContactBack = Awaited<ReturnType<typeof back>>;

/** Sends something to the contact, and waits until the account has the keys of its new phone. */
async function sendUntilKeysCame({ whatsapp }: OpenedStage, { session }: ContactBack) {
  let isAsked = false;
  whatsapp.hearsEach((_, stanza) => {
    isAsked ||= stanza.tag === 'iq' && stanza.attrs.xmlns === 'encrypt';
  });
  const sent = session.send(hello);
  await until('the keys of the contact are asked for', () => isAsked);
  // What is sent after that is answered after the keys.
  await session.send({ ...hello, number: BOB });
  return { sent };
}

async function expectRead({ session, read, host }: ContactBack, written: readonly string[]) {
  await until('all is read', () => read().length === written.length);
  expect(read()).toEqual([...written]);
  expect(host.recorded).not.toContain('Undecryptable');
  await session.stop();
}

test('what a contact wrote before it had WhatsApp anew is read although something is sent to it meanwhile', async () => {
  const made = await gone();
  const { ana, phone } = made;
  const written: string[] = [];
  for (let count = 0; count < 10; count++) {
    // Each of these takes a while, since it is asked for again.
    if (count % 3 === 1) await ana.writes(phone, { text: 'damaged' }, { undecryptable: true });
    written.push(await ana.writes(phone, { text: `waits ${count}` }));
  }
  ana.reinstalls(phone, false);
  const later = await back(made);
  await later.session.send(hello);
  written.push(await ana.writes(phone, { text: 'from the new phone' }));
  await until('all is read', () => later.read().length === written.length);
  expect(later.read()).toEqual(written);
  await later.session.stop();
});

test('what a contact wrote just before it had WhatsApp anew is read although something is sent to it while that waits', async () => {
  const made = await gone();
  const { ana, phone } = made;
  const later = await back(made);
  const { host } = later;
  await until('it has caught up', () => host.recorded.includes('OfflineSyncCompleted'));
  const { pace } = host;
  const turn = Promise.withResolvers<boolean>();
  host.pace = { ...pace, wait: () => turn.promise };
  const written = [
    await ana.writes(phone, { text: 'before' }),
    await ana.writes(phone, { text: 'just before' }),
  ];
  ana.reinstalls(phone, false);
  const { sent } = await sendUntilKeysCame(made, later);
  host.pace = pace;
  turn.resolve(true);
  await sent;
  await expectRead(later, written);
});

test.each([0, 2])(
  'what a contact wrote before it had WhatsApp anew is read although something is sent to it when WhatsApp has handed over %d of four messages',
  async (first) => {
    const made = await gone();
    const { ana, phone, whatsapp } = made;
    const written: string[] = [];
    for (let count = 0; count < 4; count++)
      written.push(await ana.writes(phone, { text: `waits ${count}` }));
    ana.reinstalls(phone, false);
    whatsapp.handedOverFirst = first;
    const later = await back(made);
    await until('the first are read', () => later.read().length === first);
    const { sent } = await sendUntilKeysCame(made, later);
    whatsapp.handOver(phone);
    await sent;
    await expectRead(later, written);
  },
);

test('what a contact wrote before it had WhatsApp anew is read although the connection is lost while something that is sent to it waits', async () => {
  const made = await gone();
  const { ana, phone, whatsapp } = made;
  const written = [
    await ana.writes(phone, { text: 'waits' }),
    await ana.writes(phone, { text: 'waits too' }),
  ];
  ana.reinstalls(phone, false);
  whatsapp.handedOverFirst = 0;
  const later = await back(made);
  const { sent } = await sendUntilKeysCame(made, later);
  const failure = sent.catch(String);
  whatsapp.handedOverFirst = undefined;
  whatsapp.drop(phone);
  expect(await failure).toContain('the connection was lost');
  await expectRead(later, written);
});

test('what a contact writes after it had WhatsApp anew twice is read although the keys of the phone between came late', async () => {
  const made = await gone();
  const { ana, phone, whatsapp } = made;
  const written = [await ana.writes(phone, { text: 'waits' })];
  ana.reinstalls(phone, false);
  whatsapp.handedOverFirst = 0;
  const later = await back(made);
  const { sent } = await sendUntilKeysCame(made, later);
  ana.reinstalls(phone, false);
  written.push(await ana.writes(phone, { text: 'from the third phone' }));
  whatsapp.handOver(phone);
  await sent;
  written.push(await ana.writes(phone, { text: 'from the third phone too' }));
  await expectRead(later, written);
});
