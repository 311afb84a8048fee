/** There is one way to send messages: Baileys, which has another, never sends one by itself. */
import { afterEach, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { Glob } from 'bun';
import type { OutgoingContent } from '../../../../src/core/providers/outgoing.ts';
import { SAMPLES } from '../../../../src/modules/sandbox/invented-values.ts';
import { until } from '../../../helpers/until.ts';
import { ANA, endAll, opened } from '../opened-stage.ts';

afterEach(endAll);

const FOLDER = 'src/modules/whatsapp';
/** The functions of Baileys that send messages, or whose failure would be that of a whole message. */
const OTHER_WAYS =
  /\b(relayMessage|sendMessage|sendPeerDataOperationMessage|createParticipantNodes|fetchMessageHistory|requestPlaceholderResend|updateMemberLabel|assertSessions|sendMessagesAgain)\b/;

test('nothing calls a function of Baileys that sends messages', () => {
  const files = [...new Glob('**/*.ts').scanSync(FOLDER)];
  expect(files.length).toBeGreaterThan(50);
  const calling = files.filter((file) =>
    OTHER_WAYS.test(readFileSync(`${FOLDER}/${file}`, 'utf8')),
  );
  expect(calling).toEqual([]);
});

test('whatever is sent, asked for and sent again, Baileys is not used to send it', async () => {
  const { session, host, phone, ana, bob, whatsapp, lines, message } = await opened();
  const news = { id: '120363000000000001@newsletter', name: 'News' };
  whatsapp.newsletters.add(news);
  const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
  const say = (content: OutgoingContent, number = ANA) => session.send({ number, content });
  const text: OutgoingContent = { kind: 'text', text: 'hello' };
  const { id } = await say(text);
  const about = (await host.findMessage(id))!;
  const poll = { kind: 'poll', name: 'Lunch?', options: ['Rice', 'Beans'], selectableCount: 1 };
  for (const number of [ANA, group.jid, news.id]) {
    await say(text, number);
    await say(poll as OutgoingContent, number);
    const { bytes, mimetype } = SAMPLES.image;
    await session.sendMedia({ kind: 'image', bytes, mimetype, number });
  }
  const asked = (await host.findMessage((await say(poll as OutgoingContent)).id))!;
  await say({ kind: 'vote', about: asked, options: ['Rice'] });
  await say({ kind: 'reaction', about, text: '+' } as OutgoingContent);
  await say({ kind: 'edit', about, text: 'hi' });
  await say({ kind: 'revoke', about });
  await session.send({ number: 'status@broadcast', content: text, audience: [ANA] });
  const again = await say(text);
  await ana.receives((one) => one.id === again.id);
  await ana.asksAgain(phone, again.id);
  await until('it came again', () => ana.received.filter((one) => one.id === again.id).length > 1);
  const received = await message(await ana.writes(phone, { text: 'from Ana' }));
  const before = (await host.findMessage(received.data.Info.ID))!;
  await session.chats().history({ number: ANA, count: 1, before });
  const key = { remoteJid: ANA, fromMe: false, id: 'COPY' };
  phone.history.copies.set('COPY', { key, message: { conversation: 'the copy' } });
  await ana.writes(phone, { text: 'kept back' }, { unavailable: 'unknown', id: 'COPY' });
  await message('COPY');
  expect(lines.filter((line) => line.includes('not sent by Baileys'))).toEqual([]);
  expect(whatsapp.complaints).toEqual([]);
});
