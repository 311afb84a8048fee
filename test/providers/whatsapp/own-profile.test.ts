/** What others see of an account is set at WhatsApp as phones set it. */
import { afterEach, expect, test } from 'bun:test';
import { until } from '../../helpers/until.ts';
import { ANA, endAll, opened } from './opened.ts';

afterEach(endAll);

test('the text about the account is what its contacts see', async () => {
  const { session, phone, whatsapp } = await opened();
  await session.ownProfile().describe('Open till six ☕');
  expect(phone.person.about).toBe('Open till six ☕');
  await session.ownProfile().describe('');
  expect(phone.person.about).toBe('');
  expect(whatsapp.unanswered).toEqual([]);
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
  const stored = await host.stored(id);
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
  const refused = await profile.describe('Hello').catch((error) => error);
  expect(refused.reason).toBe('conflict');
});
