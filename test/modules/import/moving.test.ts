/** Moving from an Evolution API whose database is a real PostgreSQL: accounts stay paired, and their webhooks set. */
import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { CONTACT } from '../../conformance/provider-stage.ts';
import type { Contact, Phone } from '../../doubles/whatsapp/server.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { postgresPath, startPostgres } from '../../helpers/postgres.ts';
import { startService } from '../../helpers/service.ts';
import { until } from '../../helpers/until.ts';
import { whatsAppVariables } from '../../helpers/whatsapp.ts';
import { endAll } from '../../modules/whatsapp/setup.ts';
import { belonging, insertionOf, instance, session, TABLES } from './evolution-api.ts';
import { dumpOf, keyFolder, pairedSession, target } from './stage.ts';

afterEach(endAll);

const SHOP = '6f1c9a4e-0f57-4d7b-9c55-0c1a6a4f6a11';
const OFFICE = '11111111-0f57-4d7b-9c55-0c1a6a4f6a22';
const hasNone = postgresPath() === null;

/** What becomes first of a message to the account. */
async function firstAnswerTo(contact: Contact, phone: Phone): Promise<string> {
  const id = await contact.writes(phone, { text: 'after the move' });
  return Promise.race([
    contact.receiptFor(id, 'delivered').then(() => 'delivered'),
    contact.receiptFor(id, 'retry').then(() => 'asked for again'),
  ]);
}

test.skipIf(hasNone && !process.env.CI)(
  'an account moves from the PostgreSQL of Evolution API with its key, webhook, settings and session, and nobody pairs again',
  async () => {
    const { whatsapp, phone, contact, creds, keys } = await pairedSession();
    const postgres = await startPostgres();
    await postgres.run(`create schema evolution_api; set search_path to evolution_api; ${TABLES}`);
    await postgres.run(
      insertionOf([
        instance(SHOP, 'shop', { number: '5511999990000', profileName: 'Shop' }),
        session(SHOP, creds),
        belonging('Webhook', SHOP, {
          url: 'https://example.com/hook',
          headers: { authorization: 'Bearer of-the-receiver', jwt_key: 'never-sent' },
          events: ['MESSAGES_UPSERT', 'CONNECTION_UPDATE', 'MESSAGES_SET'],
          webhookBase64: true,
        }),
        belonging('Setting', SHOP, { rejectCall: true, msgCall: 'No calls', groupsIgnore: true }),
        instance(OFFICE, 'office', { integration: 'WHATSAPP-BUSINESS' }),
        belonging('Rabbitmq', SHOP, { enabled: true, events: [] }),
      ]),
    );
    const source = `${postgres.url}?schema=evolution_api&connection_limit=5`;
    const words = [source, '--keys', keyFolder(SHOP, keys)];
    const all = 'select * from "Instance" i left join "Session" s on s."sessionId" = i.id';
    const before = await postgres.rows(all);
    const { environment, run } = await target(whatsAppVariables(whatsapp));

    const dry = await run(...words);
    expect(dry.line).toContain('Dry run: nothing was written');
    const applied = await run(...words, '--apply');
    expect(applied.exitCode).toBe(1);
    expect(applied.line.split('\n')).toEqual([
      'office: not taken: its integration is WHATSAPP-BUSINESS, and only WHATSAPP-BAILEYS can be taken over',
      `shop: taken: instance, session of 5511999990000@s.whatsapp.net with ${keys.length} keys, key, webhook, settings`,
      '  - webhook: jwt_key is not taken, since no tokens are made with it here: verify the signature instead',
      '  - webhook: never sent here: MESSAGES_SET',
      '1 imported, 0 here already, 1 not taken',
      'Not read, and left where it is: 1 Rabbitmq',
      'Stop Evolution API before this service connects: WhatsApp allows each device one connection.',
    ]);
    expect(await postgres.rows(all)).toEqual(before);

    const service = await startService(environment);
    const call = async (path: string, body?: unknown) => {
      const response = await fetch(`${service.url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { apikey: 'TOKEN-OF-SHOP', 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
      return (await response.json()) as any;
    };
    await until('it is open', async () => {
      const { instance } = await call('/instance/connectionState/shop');
      return instance.state === 'open';
    });
    expect(await firstAnswerTo(contact, phone)).toBe('delivered');
    const { events } = await call('/event/find/shop?event=Message');
    expect(events.at(-1).data.Message.conversation).toBe('after the move');
    expect(events.at(-1).instanceId).toBe(SHOP);
    await call('/message/sendText/shop', { number: CONTACT, text: 'still here' });
    await contact.receives(({ text }) => text === 'still here');
    expect(phone.devices).toHaveLength(1);
    expect(await call('/webhook/find/shop')).toMatchObject({
      enabled: true,
      url: 'https://example.com/hook',
      events: ['MESSAGES_UPSERT', 'CONNECTION_UPDATE', 'MESSAGES_SET'],
      headers: { authorization: '********' },
      base64: true,
    });
    expect(await call('/settings/find/shop')).toMatchObject({
      rejectCall: true,
      msgCall: 'No calls',
      groupsIgnore: true,
    });
    await service.app.stop(0);
  },
  60_000,
);

test('an account that is taken without the keys of its conversations stays paired, and asks for the first message again', async () => {
  const { whatsapp, phone, contact, creds } = await pairedSession();
  const { environment, run } = await target(whatsAppVariables(whatsapp));
  const dump = dumpOf([instance(SHOP, 'shop'), session(SHOP, creds)]);
  await run(dump, '--without-keys', '--apply');
  const service = await startService(environment);
  expect(await firstAnswerTo(contact, phone)).toBe('asked for again');
  expect(phone.devices).toHaveLength(1);
  await service.app.stop(0);
}, 60_000);

/** The shell block of the documentation that makes a dump, for another server and another file. */
async function documentedDump(url: string, path: string): Promise<string> {
  const page = await Bun.file(join(import.meta.dir, '../../../docs/from-evolution.md')).text();
  const [, block = ''] = /```sh\n(export PGOPTIONS[^`]*)```/.exec(page) ?? [];
  return block.replace(/'postgresql:[^']*'/, `'${url}'`).replace('evolution.jsonl', `'${path}'`);
}

test.skipIf((hasNone || Bun.which('psql') === null) && !process.env.CI)(
  'a dump made as the documentation says gives what the database itself gives',
  async () => {
    const postgres = await startPostgres();
    await postgres.run(`create schema evolution_api; set search_path to evolution_api; ${TABLES}`);
    const rows = [
      instance(SHOP, 'shop'),
      belonging('Setting', SHOP, { msgCall: 'Not "now"\nplease' }),
      belonging('Webhook', SHOP, { url: 'https://example.com/hook', events: ['MESSAGES_UPSERT'] }),
    ];
    await postgres.run(insertionOf(rows));
    const path = join(temporaryFolder(), 'evolution.jsonl');
    const script = await documentedDump(postgres.url, path);
    expect(Bun.spawnSync(['sh', '-c', script]).stderr.toString()).toBe('');
    const { run } = await target();
    const { line } = await run(path);
    expect(line).toStartWith('shop: taken: instance, key, webhook, settings\n');
    expect(line).toBe((await run(`${postgres.url}?schema=evolution_api`)).line);
  },
  30_000,
);
