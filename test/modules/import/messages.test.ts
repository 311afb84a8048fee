/** Messages of an Evolution API in the message store: read back, found and counted, each once. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { temporaryFolder } from '../../helpers/database.ts';
import { postgresPath, startPostgres } from '../../helpers/postgres.ts';
import { startService } from '../../helpers/service.ts';
import { insertionOf, instance, message, type Row, TABLES } from './evolution-api.ts';
import { dumpOf, target } from './stage.ts';

const SHOP = '6f1c9a4e-0f57-4d7b-9c55-0c1a6a4f6a11';
const OFFICE = '11111111-0f57-4d7b-9c55-0c1a6a4f6a22';
const ANA = '5511888880000@s.whatsapp.net';
const LID = '123456789012345@lid';
const GROUP = '120363000000000001@g.us';
const AT = 1_757_464_274;

const bytes = { 0: 255, 1: 216, 2: 255 };
const image = {
  imageMessage: {
    caption: 'The invoice',
    mimetype: 'image/jpeg',
    fileLength: { low: 4096, high: 0, unsigned: true },
    jpegThumbnail: bytes,
    mediaKey: { type: 'Buffer', data: [1, 2] },
  },
  messageContextInfo: { messageSecret: bytes },
  base64: 'A'.repeat(1_000),
};

/** A conversation with Ana, one in a group, and what nobody can read. */
const MESSAGES: readonly Row[] = [
  message(SHOP, { id: 'A1', at: AT, text: 'Bom dia', key: { remoteJid: ANA } }),
  message(SHOP, { id: 'A2', at: AT + 1, text: 'Olá', key: { remoteJid: ANA, fromMe: true } }),
  message(SHOP, {
    ...{ id: 'A3', at: AT + 2, text: '', messageType: 'imageMessage', message: image },
    // In a group by its LID, with the number beside it.
    key: { remoteJid: GROUP, participant: LID, participantAlt: ANA.replace('@', ':7@') },
  }),
  message(SHOP, {
    ...{ id: 'A4', at: AT + 3, text: 'Tudo bem?', status: 4 },
    key: { remoteJid: LID, remoteJidAlt: ANA, fromMe: true },
  }),
  message(SHOP, { id: 'B1', at: AT, text: 'x', key: { remoteJid: 'nobody' } }),
  message(SHOP, { id: 'B2', at: AT, text: 'x', key: { remoteJid: ANA }, message: {} }),
  message(SHOP, { id: 'B3', at: 0, text: 'x', key: { remoteJid: ANA } }),
  message(OFFICE, { id: 'C1', at: AT, text: 'Elsewhere', key: { remoteJid: ANA } }),
];
const ROWS = [
  instance(SHOP, 'shop', { ownerJid: '5511999990000@s.whatsapp.net' }),
  instance(OFFICE, 'office', { integration: 'WHATSAPP-BUSINESS' }),
  ...MESSAGES,
];

const count = (file: string): number => {
  using db = new Database(file, { readonly: true });
  return Number(db.query('select count(*) from stored_messages').values()[0]?.[0]);
};

/** What a client reads back of the instance. */
async function reading(environment: Parameters<typeof startService>[0]) {
  const service = await startService(environment);
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${service.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { apikey: 'TOKEN-OF-SHOP', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
    return (await response.json()) as any;
  };
  return { call, stop: () => service.app.stop(0) };
}

test('a dry run says how many there are, and writes none of them', async () => {
  const { file, run } = await target();
  const { line } = await run(dumpOf(ROWS), '--messages');
  expect(line.split('\n').slice(0, 4)).toEqual([
    'shop: taken: instance, key',
    '  - session: none, since it was never paired',
    '  - messages: 7 to take',
    expect.stringMatching(/^office: not taken/),
  ]);
  expect(count(file)).toBe(0);
});

test('they are read back, found and told apart as if they had come here, with what became of them', async () => {
  const { run, environment } = await target();
  const { line } = await run(dumpOf(ROWS), '--messages', '--apply');
  expect(line).toContain('messages: 4 taken, 3 without a chat, an id, a time or a content');
  expect(line).not.toContain('Message');
  const { call, stop } = await reading(environment);
  const { messages } = await call('/chat/findMessages/shop', {});
  expect(messages.records).toMatchObject([
    {
      key: { id: 'A4', fromMe: true, remoteJid: ANA },
      message: { conversation: 'Tudo bem?' },
      MessageUpdate: [{ status: 'READ' }],
    },
    {
      key: { id: 'A3', fromMe: false, remoteJid: GROUP, participant: ANA },
      messageType: 'imageMessage',
      pushName: 'Ana',
      MessageUpdate: [],
    },
    {
      key: { id: 'A2', fromMe: true, remoteJid: ANA },
      MessageUpdate: [{ status: 'DELIVERY_ACK' }],
    },
    { key: { id: 'A1', fromMe: false, remoteJid: ANA }, messageTimestamp: AT },
  ]);
  expect(messages.records[1].message).toEqual({
    imageMessage: { caption: 'The invoice', mimetype: 'image/jpeg', fileLength: 4096 },
    messageContextInfo: {},
  });
  const found = await call('/message/search/shop?query=invoice');
  expect(found.messages.records).toMatchObject([{ key: { id: 'A3' } }]);
  const chats = await call('/chat/findChats/shop', {});
  expect(chats).toMatchObject([
    { remoteJid: ANA, unreadCount: 0 },
    { remoteJid: GROUP, unreadCount: 0 },
  ]);
  expect(await call(`/chat/resolve/shop?id=${LID}`)).toMatchObject({ jid: ANA, name: 'Ana' });
  await stop();
});

test('the same import again takes what is new and leaves what is there as it is', async () => {
  const { file, run, environment } = await target();
  const words = ['--messages', '--apply'];
  await run(dumpOf(ROWS), ...words);
  using db = new Database(file);
  db.run(`update messages set status = 'Played' where id = 'A2'`);
  db.close();
  const late = message(SHOP, { id: 'A5', at: AT + 9, text: 'New', key: { remoteJid: ANA } });
  const { line } = await run(dumpOf([...ROWS, late]), ...words);
  expect(line.split('\n').slice(0, 2)).toEqual([
    'shop: here already, left as it is',
    '  - messages: 1 taken, 4 here already, 3 without a chat, an id, a time or a content',
  ]);
  expect(count(file)).toBe(5);
  const { call, stop } = await reading(environment);
  const { status } = await call('/message/status/shop/A2');
  expect(status).toBe('Played');
  await stop();
});

test('a message whose type names nothing that it holds has the kind of what it holds', async () => {
  const { file, run } = await target();
  const odd = ['constructor', '__proto__', 'imageMessage', ''].map((messageType, index) =>
    message(SHOP, { id: `T${index}`, at: AT, text: 'x', messageType, key: { remoteJid: ANA } }),
  );
  const words = [dumpOf([instance(SHOP, 'shop'), ...odd]), '--messages', '--apply'];
  expect((await run(...words)).line).toContain('messages: 4 taken');
  using db = new Database(file, { readonly: true });
  const kinds = db.query('select distinct kind from stored_messages').values();
  expect(kinds).toEqual([['conversation']]);
});

const many = Array.from({ length: 450 }, (_, index) =>
  message(SHOP, { id: `M${index}`, at: AT + index, text: `${index}`, key: { remoteJid: ANA } }),
);

test('what was written stays when an import is interrupted, and the next one goes on', async () => {
  const { file, run } = await target();
  const words = [dumpOf([instance(SHOP, 'shop'), ...many]), '--messages', '--apply'];
  const change = (sql: string) => {
    using db = new Database(file);
    db.run(sql);
  };
  change(`create trigger full before insert on stored_messages when new.id = 'M250'
    begin select raise(abort, 'no room'); end`);
  expect((await run(...words).catch((error) => error)).message).toContain('no room');
  expect(count(file)).toBe(200);
  change('drop trigger full');
  expect((await run(...words)).line).toContain('messages: 250 taken, 200 here already');
});

test('an SQLite database gives what the lines of a dump give', async () => {
  const path = join(temporaryFolder(), 'dump.db');
  const dump = new Database(path, { create: true });
  dump.run(TABLES.replace(/create type .*?;/, ''));
  dump.transaction(() => dump.run(insertionOf([...ROWS, ...many])))();
  dump.close();
  const { file, run } = await target();
  const { line } = await run(path, '--messages', '--apply');
  expect(line).toContain('messages: 454 taken, 3 without');
  using stored = new Database(file, { readonly: true });
  const places = stored.query("select id from stored_messages where id like 'M%' order by place");
  expect(places.values().flat()).toEqual(many.map(({ row }) => (row.key as { id: string }).id));
});

test.skipIf(postgresPath() === null && !process.env.CI)(
  'a PostgreSQL database gives its messages page by page, and is told how many are left where they are',
  async () => {
    const postgres = await startPostgres();
    await postgres.run(`create schema evolution_api; set search_path to evolution_api; ${TABLES}`);
    await postgres.run(insertionOf([...ROWS, ...many]));
    const source = `${postgres.url}?schema=evolution_api`;
    const { file, run } = await target();
    expect((await run(source)).line).toContain('left where it is: 458 Message');
    expect((await run(source, '--messages')).line).toContain('messages: 457 to take');
    expect((await run(source, '--messages', '--apply')).line).toContain('messages: 454 taken');
    expect(count(file)).toBe(454);
  },
  60_000,
);

test('they are refused while the message store is switched off, and nothing is written', async () => {
  const { file, run } = await target({ MESSAGE_STORE_HOURS: '0' });
  const refusal = await run(dumpOf(ROWS), '--messages', '--apply').catch((error) => error);
  expect(refusal.message).toContain('MESSAGE_STORE_HOURS');
  using db = new Database(file, { readonly: true });
  expect(db.query('select count(*) from instances').values()).toEqual([[0]]);
});
