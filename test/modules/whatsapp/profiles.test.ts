/** What others see of an account is set at WhatsApp as phones set it. */
import { afterEach, expect, test } from 'bun:test';
import { until } from '../../helpers/until.ts';
import { ANA, endAll, opened } from './opened-stage.ts';

afterEach(endAll);

const DAY = 86_400;
const about = (text: string, rest = {}) => ({ text, emoji: '', seconds: DAY, ...rest });

test('the text about the account is what its contacts see, for as long as it was set for', async () => {
  const { session, phone, whatsapp } = await opened();
  const profile = session.ownProfile();
  await profile.describe(about('Open till six ☕', { emoji: '☕', seconds: 3_600 }));
  expect(phone.person.about).toBe('Open till six ☕');
  const last = { text: phone.person.about, emoji: { content: '☕' } };
  expect(whatsapp.abouts.last).toEqual({ ...last, ephemeral_duration_sec: 3_600 });
  await profile.describe(about(''));
  expect(phone.person.about).toBe('');
  expect(whatsapp.abouts.last).toEqual({ text: null, ephemeral_duration_sec: 0 });
  expect(whatsapp.unanswered).toEqual([]);
});

test.each([
  [400, 'conflict', 'WhatsApp refuses it: Bad Request (400)'],
  [429, 'rate_limited', 'WhatsApp asks to wait'],
  ['FAILURE', 'conflict', 'it answers FAILURE'],
  ['', 'unavailable', 'look at the phone whether the text is set'],
])('a text that WhatsApp answers with %p is not told as set: %s', async (failure, reason, said) => {
  const { session, phone, whatsapp } = await opened();
  whatsapp.abouts.failure = failure;
  const refused = await session
    .ownProfile()
    .describe(about('Hello'))
    .catch((error) => error);
  expect([refused.reason, refused.message]).toEqual([reason, expect.stringContaining(said)]);
  expect(phone.person.about).toBe('');
});

test('the name is what the phone and those written to know, and it outlives a restart', async () => {
  const { session, phone, host, provider, whatsapp } = await opened();
  const profile = () => session.ownProfile();
  const refused = await profile()
    .rename('Shop Centro')
    .catch((error) => error);
  expect(refused.reason).toBe('conflict');
  expect(refused.message).toContain('has not shared the keys');
  await phone.sharesAppStateKeys();
  await until('renamed', () =>
    profile()
      .rename('Shop Centro ☕')
      .then(
        () => true,
        () => false,
      ),
  );
  expect(host.account()?.pushName).toBe('Shop Centro ☕');
  const changes = phone.appState.changes.all.map(({ index, value }) => [
    index,
    value.pushNameSetting?.name,
  ]);
  expect(changes).toEqual([[['setting_pushName'], 'Shop Centro ☕']]);
  await until('shown to others', () => phone.person.name === 'Shop Centro ☕');
  const said = { number: ANA, content: { kind: 'text', text: 'Hello' } } as const;
  expect((await session.send(said)).pushName).toBe('Shop Centro ☕');
  await session.stop();
  const later = provider.open(host, host.account());
  await later.connect({});
  await until('open again', () => host.recorded.filter((one) => one === 'open').length === 2);
  expect((await later.send(said)).pushName).toBe('Shop Centro ☕');
  await later.stop();
  expect([whatsapp.complaints, whatsapp.unanswered]).toEqual([[], []]);
});

test('the picture is sent as it is given, and removed', async () => {
  const { session, phone } = await opened();
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3]);
  await session.ownProfile().setPicture(jpeg);
  expect(new Uint8Array(phone.person.pictureSent ?? [])).toEqual(jpeg);
  const { url } = await session.chats().pictureOf(phone.person.number);
  expect(url).toContain(phone.person.number);
  await session.ownProfile().setPicture(null);
  expect(phone.person.pictureSent).toBeNull();
  expect((await session.chats().pictureOf(phone.person.number)).url).toBeNull();
});

test('privacy is set one by one, answered as WhatsApp has it, and heeded when messages are read', async () => {
  const { session, phone, ana, whatsapp, host, message } = await opened();
  const profile = session.ownProfile();
  expect(await profile.privacy()).toEqual({
    readreceipts: 'all',
    profile: 'all',
    status: 'all',
    last: 'all',
    online: 'all',
    groupadd: 'all',
  });
  const set = await profile.setPrivacy({ readreceipts: 'none', groupadd: 'contact_blacklist' });
  expect(set).toMatchObject({ readreceipts: 'none', groupadd: 'contact_blacklist', last: 'all' });
  const id = await ana.writes(phone, { text: 'Hello' });
  await message(id);
  const stored = await host.findMessage(id);
  await session.chats().confirm('read', stored ? [stored] : []);
  const receipt = await whatsapp.hears(
    phone,
    ({ tag, attrs }) => tag === 'receipt' && attrs.id === id && (attrs.type ?? '').includes('read'),
  );
  expect(receipt.attrs.type).toBe('read-self');
});

test('a connection that is lost is a conflict', async () => {
  const { session, phone, whatsapp } = await opened();
  const profile = session.ownProfile();
  whatsapp.drop(phone);
  const refused = await profile.describe(about('Hello')).catch((error) => error);
  expect(refused.reason).toBe('conflict');
});
