/** Channels: found, followed, read and written in; and what WhatsApp's refusals become. */
import { afterEach, expect, test } from 'bun:test';
import { SAMPLES } from '../../../src/modules/sandbox/invented-values.ts';
import { sha256 } from '../../doubles/whatsapp/media-keys.ts';
import { childrenOf } from '../../doubles/whatsapp/stanzas.ts';
import { until } from '../../helpers/until.ts';
import { wholeFile } from '../../helpers/whole-file.ts';
import { endAll, type OpenedStage, opened } from './opened-stage.ts';

afterEach(endAll);

const NEWS = { id: '120363000000000001@newsletter', name: 'News', invite: '0029VaNews' };

async function made(): Promise<OpenedStage> {
  const all = await opened();
  all.whatsapp.newsletters.add(NEWS);
  return all;
}

const refusal = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => '',
    (error) => `${error.reason}: ${error.message}`,
  );

test('a channel is found by its JID and by its link, followed, listed and left again', async () => {
  const { session, whatsapp, phone, all } = await made();
  const channels = session.newsletters();
  for (const found of [await channels.find(NEWS.id), await channels.findByInvite(NEWS.invite)]) {
    expect(found).toMatchObject({ id: NEWS.id, viewer_metadata: { role: 'GUEST' } });
    expect(found.thread_metadata).toMatchObject({ name: { text: 'News' }, invite: NEWS.invite });
  }
  expect(await channels.all()).toEqual([]);
  await channels.follow(NEWS.id);
  expect(whatsapp.newsletters.isFollowed(NEWS.id, phone.person)).toBe(true);
  expect(await channels.all()).toMatchObject([
    { id: NEWS.id, viewer_metadata: { role: 'SUBSCRIBER' } },
  ]);
  await channels.unfollow(NEWS.id);
  expect(await channels.all()).toEqual([]);
  expect(all('NewsletterJoin')).toHaveLength(1);
  expect(whatsapp.unanswered).toEqual([]);
});

test('following a channel is published once, whether WhatsApp says so too or not', async () => {
  const { session, whatsapp, all, recorded, settled } = await made();
  whatsapp.newsletters.notifiesFollowers = true;
  const channels = session.newsletters();
  await channels.follow(NEWS.id);
  await channels.follow(NEWS.id);
  const { data } = await recorded('NewsletterJoin');
  expect(data).toMatchObject({ id: NEWS.id, viewer_metadata: { role: 'SUBSCRIBER' } });
  await settled();
  expect(all('NewsletterJoin')).toHaveLength(1);
  await channels.unfollow(NEWS.id);
  await channels.follow(NEWS.id);
  await until('another join', () => all('NewsletterJoin').length === 2);
});

test('what is posted in a channel that the account follows becomes a Message, its own posts too', async () => {
  const { whatsapp, phone, message, host } = await made();
  phone.joinsNewsletter(NEWS);
  const id = whatsapp.newsletters.writes(NEWS.id, { conversation: 'Rain' });
  const { data } = await message(id);
  expect(data).toMatchObject({
    Info: { Chat: NEWS.id, Sender: NEWS.id, IsFromMe: false, IsGroup: false, Type: 'text' },
    Message: { conversation: 'Rain' },
  });
  expect(await host.findMessage(id)).toMatchObject({ chat: NEWS.id, isFromMe: false });
  const own = whatsapp.newsletters.writes(NEWS.id, { conversation: 'Sun' }, { isOwn: true });
  expect((await message(own)).data.Info.IsFromMe).toBe(true);
  await until('all are acknowledged', () => phone.devices[0]?.pending === 0);
  const messages = host.events.filter(({ type }) => type === 'Message');
  expect(messages).toHaveLength(2);
});

test('a text is posted in a channel, and WhatsApp says what became of it', async () => {
  const { session, whatsapp, host } = await made();
  const content = { kind: 'text', text: 'Rain' } as const;
  const { id, remoteJid } = await session.send({ number: NEWS.id, content });
  expect(remoteJid).toBe(NEWS.id);
  const { message } = await whatsapp.newsletters.posts.first((post) => post.id === id);
  expect(message.extendedTextMessage?.text).toBe('Rain');
  await until('taken', () => host.statuses.some((one) => one.id === id));
  expect(host.statuses).toMatchObject([{ id, status: 'ServerAck' }]);
});

test('a file is posted in a channel as it is, for everybody to open, and named by its handle', async () => {
  const { session, whatsapp } = await made();
  const { bytes, mimetype } = SAMPLES.image;
  const file = { kind: 'image', bytes, mimetype, caption: 'Rain' } as const;
  const { id } = await session.sendMedia({ ...file, number: NEWS.id });
  const post = await whatsapp.newsletters.posts.first((one) => one.id === id);
  expect(whatsapp.newsletters.opens(whatsapp.media, post)).toEqual(Buffer.from(bytes));
  expect(post.message.imageMessage).toMatchObject({ caption: 'Rain', mimetype });
  expect(post.node.attrs).toMatchObject({ type: 'media', media_id: 'handle' });
  expect(childrenOf(post.node, 'plaintext')[0]?.attrs).toEqual({ mediatype: 'image' });
  expect(whatsapp.media.requests.filter((one) => one.startsWith('POST'))).toEqual([
    expect.stringMatching(/^POST \/newsletter\/newsletter-image\//),
  ]);
});

test('a file in a channel is fetched as it is, and checked; elsewhere a file must be sealed', async () => {
  const { whatsapp, phone, ana, message, session, host } = await made();
  phone.joinsNewsletter(NEWS);
  const bytes = Buffer.from(SAMPLES.image.bytes);
  const directPath = whatsapp.media.keep('image', bytes);
  const described = { mimetype: 'image/png', directPath, fileLength: bytes.length };
  const good = { imageMessage: { ...described, fileSha256: sha256(bytes) } };
  const other = { imageMessage: { ...described, fileSha256: sha256(Buffer.from('other')) } };
  const post = (said: object) => whatsapp.newsletters.writes(NEWS.id, said, { type: 'media' });
  const fetched = await message(post(good));
  expect(bytes.equals((fetched.media as { readonly bytes: Uint8Array }).bytes)).toBe(true);
  const { content } = await session.fileOf((await host.findMessage(fetched.data.Info.ID))!);
  expect(Buffer.compare(await wholeFile(content), bytes)).toBe(0);
  expect((await message(post(other))).media).toMatchObject({
    error: expect.stringContaining('its checksum differs'),
  });
  expect((await message(post({ imageMessage: described }))).media).toMatchObject({
    error: 'the message has no checksum of its media',
  });
  const elsewhere = await message(await ana.writes(phone, { message: good }));
  expect(elsewhere.media).toMatchObject({ error: 'the message has no key for its media' });
});

test('what WhatsApp refuses about channels is answered with a reason', async () => {
  const { session, whatsapp } = await made();
  const channels = session.newsletters();
  const nobodys = '120363000000000009@newsletter';
  for (const call of [channels.find(nobodys), channels.follow(nobodys), channels.unfollow(nobodys)])
    expect(await refusal(call)).toBe(`not_found: channel ${nobodys} not found`);
  expect(await refusal(channels.findByInvite('nothing'))).toBe(
    'not_found: channel nothing not found',
  );
  const cases = [
    [403, 'forbidden: WhatsApp does not let the account do this with the channel'],
    [429, 'rate_limited: WhatsApp asks to wait before this is asked again'],
    [410, 'conflict: WhatsApp refuses it: the server refuses (410)'],
    [
      'nonsense',
      'unavailable: WhatsApp answers questions about channels in a way that this version does not know',
    ],
  ] as const;
  for (const [failure, reason] of cases) {
    whatsapp.newsletters.failure = failure;
    expect(await refusal(channels.all())).toBe(reason);
    expect(await refusal(channels.find(NEWS.id))).toBe(reason);
    expect(await refusal(channels.unfollow(NEWS.id))).toBe(reason);
  }
});
