/** Messages of a contact that has WhatsApp anew, from before that and afterwards. */
import { afterEach, expect, test } from 'bun:test';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { until } from '../../helpers/until.ts';
import { ANA, BOB, endAll, opened } from './opened.ts';

afterEach(endAll);

const hello = { number: ANA, content: { kind: 'text', text: 'hello' } } as const;

test('what a contact wrote before it had WhatsApp anew is read although something is sent to it meanwhile', async () => {
  const made = await opened();
  const { ana, phone, session, whatsapp, host, provider } = made;
  await made.message(await ana.writes(phone, { text: 'first' }));
  await session.send(hello);
  await ana.receives();
  await made.message(await ana.writes(phone, { text: 'second' }));
  await session.stop();
  await until('nobody is connected', () => whatsapp.connections === 0);
  const written: string[] = [];
  for (let count = 0; count < 10; count++) {
    // Each of these takes a while, since it is asked for again.
    if (count % 3 === 1) await ana.writes(phone, { text: 'damaged' }, { undecryptable: true });
    written.push(await ana.writes(phone, { text: `waits ${count}` }));
  }
  ana.reinstalls(phone, false);
  const later = recordingHost(host.instanceId);
  const again = provider.open(later, host.account());
  await again.connect({});
  await until('it is open', () => later.phases.at(-1)?.phase === 'open');
  await again.send(hello);
  written.push(await ana.writes(phone, { text: 'from the new phone' }));
  const read = () =>
    later.events.flatMap((event) => (event.type === 'Message' ? [event.data.Info.ID] : []));
  await until('all is read', () => read().length === written.length);
  expect(read()).toEqual(written);
  await again.stop();
});

test('what a contact wrote just before it had WhatsApp anew is read although something is sent to it while that waits', async () => {
  const made = await opened();
  const { ana, phone, session, host, provider, whatsapp } = made;
  await made.message(await ana.writes(phone, { text: 'first' }));
  await session.send(hello);
  await ana.receives();
  await made.message(await ana.writes(phone, { text: 'second' }));
  await session.stop();
  await until('nobody is connected', () => whatsapp.connections === 0);
  const later = recordingHost(host.instanceId);
  const again = provider.open(later, host.account());
  await again.connect({});
  await until('it has caught up', () => later.recorded.includes('OfflineSyncCompleted'));
  const { pace } = later;
  const turn = Promise.withResolvers<boolean>();
  later.pace = { ...pace, wait: () => turn.promise };
  const written = [
    await ana.writes(phone, { text: 'before' }),
    await ana.writes(phone, { text: 'just before' }),
  ];
  ana.reinstalls(phone, false);
  let isAsked = false;
  whatsapp.hearsEach((_, stanza) => {
    isAsked ||= stanza.tag === 'iq' && stanza.attrs.xmlns === 'encrypt';
  });
  const sent = again.send(hello);
  await until('the keys of the contact are asked for', () => isAsked);
  // What is sent after that is answered after the keys.
  await again.send({ ...hello, number: BOB });
  later.pace = pace;
  turn.resolve(true);
  await sent;
  const read = () =>
    later.events.flatMap((event) => (event.type === 'Message' ? [event.data.Info.ID] : []));
  await until('all is read', () => read().length === written.length);
  expect(read()).toEqual(written);
  await again.stop();
});
