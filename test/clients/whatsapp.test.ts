/** What clients read where the instance is a WhatsApp account. */
import { afterAll, beforeAll, describe, test } from 'bun:test';
import { judge } from './call.ts';
import { EVO_CRM } from './evo-crm.ts';
import { EVOLUTION_GO_SDK } from './evolution-go-sdk.ts';
import { N8N } from './n8n-client.ts';
import { PYTHON_CLIENT } from './python-client.ts';
import { SOLUFY_EVOLUTION_SDK } from './solufy-evolution-sdk.ts';
import { type Stage, type WhatsAppStage, whatsAppStage } from './stage.ts';

/** What depends on the platform. */
const ABOUT = ['message', 'chat', 'group', 'label', 'send', 'unlabel', 'call', 'business'];
const TRIED = [N8N, SOLUFY_EVOLUTION_SDK, PYTHON_CLIENT, EVOLUTION_GO_SDK, EVO_CRM];

let account: WhatsAppStage;
beforeAll(async () => {
  account = await whatsAppStage({ EVOLUTION_MODE: 'true', INTERACTIVE_ON_PHONES: 'true' });
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
