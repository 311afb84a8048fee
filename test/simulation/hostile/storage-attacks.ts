/** Attacks on what is stored: reads of large pages, forms of millions of values, and more than an instance may keep. */
import { Database } from 'bun:sqlite';
import { randomUUID } from 'node:crypto';
import { until } from '../../helpers/until.ts';
import { readState, sendText } from './asks.ts';
import { type Attack, attackerOf, lanes, post } from './attack.ts';
import { type Stage, usedBytes } from './stage.ts';

const MIB = 1024 * 1024;
const NUMBER = '5511777770000';

interface StoredMessages {
  readonly count: number;
  readonly kind: string;
  /** Of its content, an SQL expression. */
  readonly content: string;
}

/** As if the attacker's instance had received them, a second apart. */
function store(stage: Stage, { count, kind, content }: StoredMessages): void {
  const db = new Database(stage.file);
  db.run('pragma busy_timeout = 10000');
  db.run('pragma synchronous = off');
  const now = Date.now();
  db.run(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?1)
     insert into stored_messages (
         instance_id, id, chat, is_from_me, sender, push_name, kind, source, content, is_news, sent_at, stored_at)
       select ?2, printf('3EB0%016X', n), '${NUMBER}@s.whatsapp.net', 0, '${NUMBER}@s.whatsapp.net', 'Ana', ?3,
         'unknown', ${content}, 1, ?4 - n * 1000, ?4 from numbers`,
    [count, attackerOf(stage).id, kind, now],
  );
  db.close();
}

const words = (bytes: number) => `replace(hex(zeroblob(${bytes / 8})), '0000', 'word hi ')`;

export const readers: Attack = {
  name: 'eight readers of long texts',
  promise:
    'a tenant is answered at once while eight readers of another ask for 500 long texts each',
  async prepare(stage) {
    const content = `json_object('conversation', ${words(58_000)})`;
    store(stage, { count: 500, kind: 'conversation', content });
  },
  begin(target) {
    const { name } = attackerOf(target);
    return lanes(8, (lane, _, signal) =>
      lane < 6
        ? post(target, `/chat/findMessages/${name}`, '{"offset":500}', signal)
        : found(target.port, name, attackerOf(target).key, signal),
    );
  },
  asks: [readState, sendText],
  limits: {},
};

async function found(port: number, name: string, apikey: string, signal: AbortSignal) {
  const url = `http://127.0.0.1:${port}/message/search/${name}?query=word&limit=500`;
  const response = await fetch(url, { headers: { apikey }, signal });
  for await (const _ of response.body ?? []);
  return response.status;
}

export const largeMessages: Attack = {
  name: 'a page of the largest messages',
  promise:
    'a page of many large messages leaves the service within its memory, and others are answered',
  async prepare(stage) {
    const vcard = `printf('%.*c', ${MIB}, 'v')`;
    const content = `json_object('contactMessage', json_object('vcard', ${vcard}))`;
    store(stage, { count: 96, kind: 'contactMessage', content });
  },
  begin: (target) =>
    lanes(2, (_, __, signal) =>
      post(target, `/chat/findMessages/${attackerOf(target).name}`, '{"offset":500}', signal),
    ),
  asks: [readState, sendText],
  limits: {},
};

const BOUNDARY = 'a-boundary-of-the-suite';

/** 30 MB, of which one part is a list of millions of objects. */
function formOfValues(): Uint8Array<ArrayBuffer> {
  const part = (name: string, value: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const values = `[${'{},'.repeat(10_000_000)}{}]`;
  const parts = [part('number', NUMBER), part('mediatype', 'document'), part('media', 'AAAA')];
  const text = `${parts.join('')}${part('quoted', values)}--${BOUNDARY}--\r\n`;
  return new TextEncoder().encode(text);
}

export const forms: Attack = {
  name: 'forms of millions of values',
  promise:
    'forms of millions of values are refused within the memory there is, and others are answered',
  begin(target) {
    const form = formOfValues();
    const type = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    return lanes(2, (_, __, signal) =>
      post(target, `/message/sendMedia/${attackerOf(target).name}`, form, signal, type),
    );
  },
  asks: [sendText, readState],
  // As long as it takes to look through 30 MB, of which two may come at once.
  limits: { loopMs: 1_500, served: 0 },
};

const STORAGE_LIMIT_MIB = 16;
/** Requests of the attacker: several times what it may keep. */
const FLOOD = 120;

export const flood: Attack = {
  name: 'more than an instance may keep',
  promise:
    'an instance that sends far more than it may keep is brought below its limit, and another one keeps its own',
  environment: { INSTANCE_STORAGE_LIMIT: `${STORAGE_LIMIT_MIB}m` },
  begin(target) {
    const { name } = attackerOf(target);
    const media = Buffer.alloc(MIB, 1).toString('base64');
    const file = JSON.stringify({ number: NUMBER, mediatype: 'document', media });
    const text = JSON.stringify({ number: NUMBER, text: 'word hi '.repeat(8_000) });
    return lanes(8, (lane, _, signal) => {
      const isFile = lane === 0;
      const path = isFile ? '/message/sendMedia' : '/message/sendText';
      const once = { 'idempotency-key': randomUUID() };
      return post(target, `${path}/${name}`, isFile ? file : text, signal, once);
    });
  },
  asks: [sendText, readState],
  limits: {},
  enough: ({ answers }) =>
    until('the flood has come', () => [...answers.values()].reduce((a, b) => a + b, 0) > FLOOD),
  async afterwards(stage) {
    const most = 2 * STORAGE_LIMIT_MIB * MIB;
    // The pause before the next pass is longer on a busy machine, which measures slowly.
    await until('the database is small again', () => usedBytes(stage) < most, 90_000);
    const { text } = await stage.call('POST', `/chat/findMessages/${stage.other.name}`, {
      body: {},
    });
    if (JSON.parse(text).messages.total === 0) throw new Error('the other tenant has lost its own');
  },
};
