/** Chatwoot in front of a phone: its inbox is set up, a customer is answered, and pictures go both ways. */
import { afterAll, expect, test } from 'bun:test';
import { CHATWOOT } from '../clients/chatwoot.ts';
import { startChatwoot } from '../clients/chatwoot-inbox.ts';
import { ask, callNamed, holds } from '../clients/graph-call.ts';
import { graphStage } from '../clients/graph-stage.ts';
import { until } from '../helpers/until.ts';

const running: { stop(): Promise<void> }[] = [];
afterAll(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

test('an agent in Chatwoot and a customer of a paired phone write, and see what was delivered and read', async () => {
  const stage = await graphStage('phone');
  let secret = '';
  const chatwoot = startChatwoot(stage, () => secret);
  running.push(stage, chatwoot);
  const { customer } = stage;

  // The inbox is saved only if the templates of the account can be read.
  for (const name of ['validate_provider_config?', 'fetch_whatsapp_templates'])
    await holds(stage, callNamed(CHATWOOT, name));
  const sends = async (name: string, fields: object = {}): Promise<string> => {
    const call = callNamed(CHATWOOT, name);
    const body = { ...(typeof call.body === 'function' ? call.body(stage) : call.body), ...fields };
    const { status, answer } = await ask(stage, { ...call, body });
    expect(status).toBe(200);
    return answer.messages[0].id;
  };

  const { endpoint, callbackUrl: url, verifyToken } = chatwoot;
  const add = (token: string) =>
    stage.call('POST', '/webhook/endpoints/shop', { ...endpoint, url, verifyToken: token });
  const refused = await add('another-token');
  expect([refused.status, chatwoot.handshakes]).toEqual([400, 0]);
  const added = await add(verifyToken);
  expect([added.status, chatwoot.handshakes]).toEqual([201, 1]);
  secret = added.body.secret;

  const asked = await customer.writes('Olá! Are you open? 😀');
  expect(await chatwoot.has(asked)).toEqual({
    ...{ source_id: asked, contact: customer.number, name: 'Ana', isEcho: false },
    ...{ content: 'Olá! Are you open? 😀', in_reply_to: null, file: null },
  });

  const answer = await sends('send_text_message, in reply', {
    ...{ context: { message_id: asked }, text: { body: 'Until six' } },
  });
  const answered = await customer.has(answer);
  expect(answered).toMatchObject({
    text: 'Until six',
    message: { extendedTextMessage: { contextInfo: { stanzaId: asked } } },
  });
  const statuses = () => chatwoot.statuses.get(answer) ?? [];
  await until('it is delivered', () => statuses().includes('delivered'));
  await customer.reads(answer);
  await until('it is read', () => statuses().includes('read'));
  expect(statuses()).toEqual(['sent', 'delivered', 'read']);

  const shown = await customer.sendsPicture(stage.picture, 'This one?');
  const { content, file } = await chatwoot.has(shown);
  expect(content).toBe('This one?');
  const headers = { authorization: `Bearer ${stage.key}`, 'content-type': 'application/json' };
  const lookUp = await fetch(`${stage.base}/v13.0/${file}`, { headers });
  const { url: fileUrl } = (await lookUp.json()) as { url: string };
  expect(await (await fetch(fileUrl, { headers })).bytes()).toEqual(new Uint8Array(stage.picture));

  const picture = await sends('send_attachment_message, image');
  expect(await customer.has(picture)).toMatchObject({
    message: { imageMessage: { caption: 'Look' } },
  });
  // What the agent sent does not come back as a message.
  expect([...chatwoot.messages.keys()]).toEqual([asked, shown]);
});
