/** The official API keeps what every provider promises, as far as it needs no phone. */

import { describe, expect, test } from 'bun:test';
import { createVault } from '../../../src/core/shared/crypto.ts';
import { SAMPLES } from '../../../src/modules/sandbox/invented-values.ts';
import type { CloudSession } from '../../../src/modules/whatsapp-cloud/session.ts';
import { changesIn } from '../../../src/modules/whatsapp-cloud/webhook-changes.ts';
import { basicPromises } from '../../conformance/provider-basics.ts';
import { filePromises } from '../../conformance/provider-media.ts';
import type { BasicWorld, Stage } from '../../conformance/provider-stage.ts';
import { storingHost } from '../../core/providers/recording-host.ts';
import {
  ANA,
  type Customer,
  change,
  contactOf,
  messageFrom,
  ofNumber,
  textFrom,
} from '../../doubles/graph/webhooks.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { cloudParts } from '../../helpers/cloud.ts';
import { testDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { wholeFile } from '../../helpers/whole-file.ts';
import { insertInstance } from './insert-instance.ts';
import { graphDouble } from './sending-stage.ts';

const shared = graphDouble();

const NO_FACTS = {
  displayPhoneNumber: '',
  verifiedName: '',
  status: 'UNKNOWN',
  qualityRating: null,
  nameStatus: null,
  throughput: null,
  messagingLimit: null,
};

async function service() {
  const database = await testDatabase();
  const clock = manualClock();
  const vault = createVault(Buffer.alloc(32, 7).toString('base64'));
  const parts = cloudParts({ database, clock, vault, baseUrl: shared.double.url });
  const [provider] = parts.providers;
  if (provider === undefined) throw new Error('there is no provider');
  return { database, clock, parts, provider };
}

/** A connected number whose people write by webhooks; `hear` takes one message of Ana. */
async function connected(name?: string, running = service()) {
  const { database, clock, parts, provider } = await running;
  const host = storingHost(database, name);
  const { instanceId } = host;
  await insertInstance(database, instanceId);
  const account = shared.double.world.addAccount();
  const secrets = { appSecret: null, verifyToken: null };
  const row = parts.numbers.firstRow({ instanceId, ...account, ...secrets, facts: NO_FACTS });
  await row.statement;
  row.recordWritten();
  const session = provider.open(host, null);
  await session.connect({});
  const told = async (value: Record<string, unknown>) => {
    const webhook = change('messages', ofNumber(value, account.phoneNumberId));
    await (session as CloudSession).received(changesIn(webhook));
  };
  const hear = (customer: Customer, message: Record<string, unknown>) =>
    told({ contacts: [contactOf(customer)], messages: [message] });
  return { account, clock, provider, host, session, told, hear };
}

async function opened(): Promise<Stage<BasicWorld>> {
  const { provider, clock, host, session, hear } = await connected();
  const world: BasicWorld = {
    provider,
    write: (_session, { from: number, text }) => hear({ number }, textFrom({ number }, text)),
    until,
    calm: () => clock.advance(0),
  };
  return { world, host, session };
}

describe('whatsapp-cloud as a provider', () => {
  basicPromises(opened);
  filePromises(opened);
});

test('the picture that a person sends comes with its event, and can be had later by its message', async () => {
  const { account, host, session, hear } = await connected();
  const { bytes, mimetype } = SAMPLES.image;
  const id = shared.media.receive(account.businessAccountId, new Uint8Array(bytes), mimetype);
  const image = { id, mime_type: mimetype, caption: 'Mine', url: 'http://127.0.0.1:1/elsewhere' };
  await hear(ANA, messageFrom(ANA, { type: 'image', image }));
  const find = () => host.events.find(({ type }) => type === 'Message');
  await until('the event is there', () => find() !== undefined);
  expect(find()).toMatchObject({ media: { bytes: new Uint8Array(bytes), mimetype } });
  const [stored] = host.messages;
  if (stored === undefined) throw new Error('no message is stored');
  const file = await session.fileOf(stored);
  expect(file).toMatchObject({ field: 'imageMessage', mimetype, caption: 'Mine' });
  expect(Buffer.compare(await wholeFile(file.content), bytes)).toBe(0);
  await session.stop();
});

test('a message whose answer was lost is settled by the status that brings our id back', async () => {
  const { host, session, told } = await connected();
  shared.double.order('POST', '/messages', 'cut');
  const lost = session.send({ number: '5511987654321', content: { kind: 'text', text: 'Hello' } });
  expect(await lost.catch((error) => error.reason)).toBe('upstream');
  const [message] = host.messages;
  expect(host.statuses).toMatchObject([{ id: message?.id, status: 'Unknown' }]);
  const sent = { id: 'wamid.LATE', status: 'sent', timestamp: '1767612000' };
  await told({ statuses: [{ ...sent, biz_opaque_callback_data: message?.id }] });
  expect(host.statuses.at(-1)).toMatchObject({
    id: message?.id,
    status: 'ServerAck',
    platformId: 'wamid.LATE',
  });
  await session.stop();
});

test('the file of a message comes in while another number waits for many files that never come', async () => {
  const running = service();
  const [greedy, small] = [await connected('greedy', running), await connected('small', running)];
  const hears = (shop: typeof greedy, index: number, isSilent: boolean) => {
    const { bytes, mimetype } = SAMPLES.image;
    const id = shared.media.receive(shop.account.businessAccountId, bytes, mimetype);
    if (isSilent) shared.media.silence(id);
    const ana = { number: `55119876543${10 + index}` };
    const image = { type: 'image', image: { id, mime_type: mimetype, sha256: '' } };
    return shop.hear(ana, messageFrom(ana, image));
  };
  const before = shared.media.fetched.length;
  for (let index = 0; index < 20; index++) await hears(greedy, index, true);
  await until('files are asked for', () => shared.media.fetched.length >= before + 3);
  await hears(small, 0, false);
  await until('the file is here', () => small.host.events.some(({ type }) => type === 'Message'));
  expect(small.host.events.find(({ type }) => type === 'Message')).toHaveProperty('media.bytes');
  expect(greedy.host.events.filter(({ type }) => type === 'Message')).toEqual([]);
  await Promise.all([greedy, small].map(({ session }) => session.stop()));
});
