/** The signed pre-key is replaced every month, and a message that names an earlier one is read all the same. */
import { afterEach, expect, test } from 'bun:test';
import type { KeyBundle } from '../../../packages/signal/test/peer.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { encNodes } from '../../doubles/whatsapp/post.ts';
import { newId, nowSeconds, stanza } from '../../doubles/whatsapp/stanzas.ts';
import { until } from '../../helpers/until.ts';
import { endAll, opened } from './opened-stage.ts';

afterEach(endAll);

const DAY_MS = 24 * 60 * 60 * 1_000;

async function benchOfMonths() {
  const clock = manualClock();
  const stage = await opened({ clock });
  const { whatsapp, phone, ana } = stage;
  const [companion] = phone.person.linked();
  if (companion === undefined) throw new Error('no device is linked');
  let number = 5_511_666_660_000;
  /** Somebody new, who has fetched the device's keys, writes with them. */
  const writesWith = async (bundle: KeyBundle): Promise<string> => {
    const { person } = whatsapp.contact({ number: `${number++}` });
    const id = newId();
    const sealed = await person.signal.seal(companion.jid, { conversation: id }, () => bundle);
    const about = { from: person.pn, sender_lid: person.lid, id, t: nowSeconds(), type: 'text' };
    companion.push(stanza('message', about, encNodes([sealed])));
    return id;
  };
  const month = async () => {
    const { id } = companion.signedPreKey;
    clock.jump(31 * DAY_MS);
    await until('the key is replaced', () => {
      ana.changesPicture(phone);
      return companion.signedPreKey.id !== id;
    });
  };
  return { ...stage, clock, companion, writesWith, month };
}

test('a message that names a signed pre-key of the last months is read, however often the key was replaced since', async () => {
  const { companion, writesWith, month, message, session, whatsapp } = await benchOfMonths();
  const bundles: KeyBundle[] = [];
  for (let count = 0; count < 4; count++) {
    bundles.push(companion.takeBundle());
    if (count < 3) await month();
  }
  expect(bundles.map(({ signedPreKey }) => signedPreKey.id)).toEqual([1, 2, 3, 4]);
  for (const bundle of bundles) await message(await writesWith(bundle));
  await session.restart();
  await message(await writesWith(companion.takeBundle()));
  expect(whatsapp.complaints).toEqual([]);
});

test('a message that names a key from long ago is said to be unreadable, and uses up no one-time key', async () => {
  const { companion, writesWith, month, recorded } = await benchOfMonths();
  const bundle = companion.takeBundle();
  for (let count = 0; count < 4; count++) await month();
  const id = await writesWith(bundle);
  const { data } = await recorded('Undecryptable');
  expect(data.Info.ID).toBe(id);
});

test('a key whose replacement was never answered is read with, since WhatsApp may give it to others', async () => {
  const { companion, writesWith, month, message, whatsapp } = await benchOfMonths();
  whatsapp.withholdsKeys = true;
  const before = companion.takeBundle();
  await month();
  whatsapp.withholdsKeys = false;
  const after = companion.takeBundle();
  expect([before, after].map(({ signedPreKey }) => signedPreKey.id)).toEqual([1, 2]);
  await message(await writesWith(after));
  await message(await writesWith(before));
});

test('the key is not replaced before a month is over', async () => {
  const { clock, companion, writesWith, message, ana, phone } = await benchOfMonths();
  for (let day = 0; day < 29; day++) {
    clock.jump(DAY_MS);
    ana.changesPicture(phone);
    await message(await writesWith(companion.takeBundle()));
  }
  await message(await writesWith(companion.takeBundle()));
  expect(companion.signedPreKey.id).toBe(1);
});
