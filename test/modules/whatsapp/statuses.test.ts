/** Statuses that the account posts: who can read them, and what becomes of them. */
import { afterEach, expect, test } from 'bun:test';
import { SAMPLES } from '../../../src/modules/sandbox/invented-values.ts';
import { until } from '../../helpers/until.ts';
import { ANA, BOB, endAll, opened } from './opened-stage.ts';

afterEach(endAll);

const number = 'status@broadcast';
const content = {
  kind: 'text',
  text: 'Sale',
  look: { background: 0xff075e54, font: 2 },
} as const;

test('a status is read by those it is for and by the phone of the account, and by nobody else', async () => {
  const { session, ana, bob, phone, whatsapp } = await opened();
  const eve = whatsapp.contact({ number: '5511666660000', name: 'Eve' });
  const { id } = await session.send({ number, content, audience: [ANA, bob.person.lid] });
  for (const reader of [ana, bob]) {
    const { to, message } = await reader.receives((received) => received.id === id);
    expect(to).toBe(number);
    expect(message.extendedTextMessage).toMatchObject({
      text: 'Sale',
      backgroundArgb: 0xff075e54,
      font: 2,
    });
  }
  await until('the phone has it', () => phone.received.some((received) => received.id === id));
  expect(eve.received).toEqual([]);
  expect(whatsapp.complaints).toEqual([]);
  expect(whatsapp.unanswered).toEqual([]);
});

test('a picture is posted, and each who sees it confirms it', async () => {
  const { session, ana, phone, host, recorded } = await opened();
  const { bytes, mimetype } = SAMPLES.image;
  const file = { kind: 'image', bytes, mimetype, caption: 'New' } as const;
  const { id } = await session.sendMedia({ ...file, number, audience: [ANA] });
  const read = await ana.receives((received) => received.id === id);
  expect(read.text).toBe('New');
  expect(ana.opens(read)).toEqual(Buffer.from(bytes));
  const receipt = await recorded('Receipt', ({ data }) => data.MessageIDs.includes(id));
  expect(receipt.data).toMatchObject({ Chat: number, Sender: ANA, IsFromMe: false });
  await until('delivered', () =>
    host.statuses.some((one) => one.id === id && one.status === 'Delivered'),
  );
  expect(phone.received).toHaveLength(1);
});

test('long lists of people are asked about in parts, and still get one status', async () => {
  const { session, whatsapp, phone } = await opened();
  const people = Array.from({ length: 60 }, (_, place) =>
    whatsapp.contact({ number: `55113333300${String(place).padStart(2, '0')}` }),
  );
  const audience = people.map((contact) => contact.number);
  const { id } = await session.send({ number, content, audience });
  for (const contact of people) await contact.receives((received) => received.id === id);
  await until('the phone has it', () => phone.received.length === 1);
  expect(whatsapp.complaints).toEqual([]);
});

test('one who is nobody on WhatsApp is named, and nothing is posted', async () => {
  const { session, ana, host } = await opened();
  const post = (audience: string[]) =>
    session
      .send({ number, content, audience })
      .catch((error) => `${error.reason}: ${error.message}`);
  expect(await post([ANA, '5511000000000'])).toBe('invalid: not on WhatsApp: 5511000000000');
  expect(await post([BOB, '120363000000000000@g.us'])).toBe(
    'invalid: no people: 120363000000000000@g.us',
  );
  expect(ana.received).toEqual([]);
  expect(host.messages).toEqual([]);
});
