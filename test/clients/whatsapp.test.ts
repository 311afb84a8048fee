/** What clients read where the instance is a WhatsApp account. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { until } from '../helpers/until.ts';
import { judge } from './call.ts';
import { EVO_CRM } from './evo-crm.ts';
import { EVOLUTION_GO_SDK } from './evolution-go-sdk.ts';
import { N8N } from './n8n-client.ts';
import { PYTHON_CLIENT } from './python-client.ts';
import { SOLUFY_EVOLUTION_SDK } from './solufy-evolution-sdk.ts';
import { ANA_JID, type Stage, type WhatsAppStage, whatsAppStage } from './stage.ts';

/** What depends on the platform. */
const ABOUT = ['message', 'chat', 'group', 'label', 'send', 'unlabel', 'call', 'business'];
const TRIED = [N8N, SOLUFY_EVOLUTION_SDK, PYTHON_CLIENT, EVOLUTION_GO_SDK, EVO_CRM];

let account: WhatsAppStage;
beforeAll(async () => {
  account = await whatsAppStage({
    ...{ EVOLUTION_MODE: 'true', EVOLUTION_SHOW_KEYS: 'true', INTERACTIVE_ON_PHONES: 'true' },
  });
});
afterAll(() => account.stop());

describe.each(TRIED)('users of $name on WhatsApp', (client) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await account.again();
  });

  const calls = client.calls.filter(({ about }) => ABOUT.includes(about));
  test.each([...calls])('get what they read of $name, or are told why not', async (call) => {
    judge(client, call, await call.attempt(stage));
  });
});

test('who opens Evolution Manager logs in, creates an instance, scans its code and chats', async () => {
  const { call, whatsapp, ana } = account;
  expect((await call('GET', '/', undefined, null)).body.version).toBeString();
  expect((await call('POST', '/verify-creds', {})).status).toBe(200);

  const created = {
    instanceName: 'branch',
    integration: 'WHATSAPP-BAILEYS',
    token: 'B51A6E2A4C6F',
  };
  await call('POST', '/instance/create', { ...created, number: null, businessId: null });
  const rows = (await call('GET', '/instance/fetchInstances')).body;
  const { id, token } = rows.find(({ name }: { name: string }) => name === 'branch');
  expect(token).toBe(created.token);

  const phone = whatsapp.phone({ number: '5511999990005', name: 'Branch' });
  await phone.scan(async () => (await call('GET', '/instance/connect/branch')).body.code);
  await until('the page shows that it is open', async () => {
    const [row] = (await call('GET', `/instance/fetchInstances?instanceId=${id}`)).body;
    return row.connectionStatus === 'open';
  });

  const asked = await ana.writes(phone, { text: 'Are you open?' });
  const messages = { where: { key: { remoteJid: ANA_JID } } };
  await until('the chat shows it', async () => {
    const { body } = await call('POST', '/chat/findMessages/branch', messages, token);
    return body.messages.records.some(({ key }: { key: { id: string } }) => key.id === asked);
  });
  const [chat] = (await call('POST', '/chat/findChats/branch', { where: {} }, token)).body;
  expect([chat.remoteJid, chat.pushName]).toEqual([ANA_JID, 'Ana']);

  const answer = { number: chat.remoteJid, text: 'Until six' };
  const { key } = (await call('POST', '/message/sendText/branch', answer, token)).body;
  const { message } = await ana.receives((received) => received.id === key.id);
  expect(message).toMatchObject({ extendedTextMessage: { text: 'Until six' } });
});
