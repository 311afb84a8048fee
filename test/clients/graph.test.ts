/** What programs for WhatsApp's official API ask of the Graph API here, for an instance of each platform. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mediaIdOf } from '../../src/core/webhooks/format/meta-errors.ts';
import { CHATWOOT, type TemplatePage, templatesByCursor } from './chatwoot.ts';
import { startChatwoot } from './chatwoot-inbox.ts';
import { addressOf, ask, callNamed, holds } from './graph-call.ts';
import { type GraphStage, graphStage, PLATFORMS } from './graph-stage.ts';
import { TOO_OLD_SECONDS, TYPEBOT, USER_AGENT } from './typebot.ts';
import { startTypebot } from './typebot-bot.ts';

const CLIENTS = [CHATWOOT, TYPEBOT];

describe.each([...PLATFORMS])('with an instance of the platform %s', (platform) => {
  let stage: GraphStage;
  beforeAll(async () => {
    stage = await graphStage(platform, { INTERACTIVE_ON_PHONES: 'true' });
  });
  afterAll(() => stage.stop());

  describe.each(CLIENTS)('users of $name $version', (client) => {
    test.each([...client.calls])('get what they read of $name', (call) => holds(stage, call));
  });

  test('who writes in Chatwoot or Typebot is read by the customer', async () => {
    for (const { calls } of CLIENTS)
      for (const call of calls.filter(({ name }) =>
        /^(text bubble|send_text|send_template)/.test(name),
      )) {
        const { answer } = await ask(stage, call);
        await stage.customer.has(answer.messages[0].id);
      }
  });

  test('a card of Typebot has the picture above it that was uploaded before', async () => {
    const { id } = (await ask(stage, callNamed(TYPEBOT, 'getOrUploadMedia'))).answer;
    const call = callNamed(TYPEBOT, 'cards input');
    const body = typeof call.body === 'function' ? call.body(stage) : call.body;
    // biome-ignore lint/suspicious/noExplicitAny: bodies are written down without types.
    const { interactive }: any = body;
    interactive.header.image = { id };
    await holds(stage, { ...call, body: { ...body, interactive } });
  });

  test('Chatwoot and Typebot fetch the picture that the customer has sent', async () => {
    const { url } = (await ask(stage, callNamed(CHATWOOT, 'media_url'))).answer;
    const authorization = `Bearer ${stage.key}`;
    for (const headers of [
      { authorization, 'content-type': 'application/json' },
      { authorization, 'user-agent': USER_AGENT },
    ]) {
      const file = await fetch(url, { headers });
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(await file.bytes()).toEqual(new Uint8Array(stage.picture));
    }
  });

  test('Chatwoot comes to an end with the templates, by cursor and by address', async () => {
    const path = addressOf(stage, '/v22.0/{waba}/message_templates');
    const headers = { authorization: `Bearer ${stage.key}` };
    const byCursor = await templatesByCursor(async (after) => {
      const query = after === null ? '' : `?after=${encodeURIComponent(after)}`;
      const answer = await fetch(path + query, { headers });
      expect(answer.status).toBe(200);
      return (await answer.json()) as TemplatePage;
    });
    const byAddress: unknown[] = [];
    for (let next: string | undefined = `${path}?access_token=${stage.key}`; next !== undefined; ) {
      // biome-ignore lint/suspicious/noExplicitAny: tests read answers as callers do, without types.
      const page: any = await (await fetch(next)).json();
      byAddress.push(...page.data);
      next = page.paging?.next;
    }
    expect(byAddress).toEqual(byCursor);
  });

  test('Chatwoot and Typebot answer the handshake, and read what the customer writes and sends', async () => {
    const [chatwoot, typebot] = [startChatwoot(stage), startTypebot()];
    const added: { readonly id: string }[] = [];
    for (const { endpoint, callbackUrl: url, verifyToken } of [chatwoot, typebot]) {
      const body = { ...endpoint, url, verifyToken };
      const answer = await stage.call('POST', '/webhook/endpoints/shop', body);
      expect(answer).toMatchObject({ status: 201 });
      added.push(answer.body);
    }
    const { customer, phoneNumberId } = stage;
    const text = await customer.writes('Olá 😀');
    const picture = await customer.sendsPicture(stage.picture, 'Look');
    const from = customer.number;
    expect(await chatwoot.has(text)).toMatchObject({
      contact: from,
      content: 'Olá 😀',
      name: 'Ana',
    });
    const { content, file } = await chatwoot.has(picture);
    expect([content, file]).toEqual(['Look', mediaIdOf(picture)]);
    const read = { phoneNumberId, from, contact: 'Ana' };
    expect(await typebot.has(({ text: said }) => said === 'Olá 😀')).toMatchObject(read);
    const shown = await typebot.has(({ text: said }) => said === 'Look');
    expect(shown).toMatchObject({ ...read, file: mediaIdOf(picture) });
    expect(Date.now() / 1000 - shown.sentAt).toBeLessThan(TOO_OLD_SECONDS);
    expect(typebot.refused).toEqual([]);
    for (const { id } of added) await stage.call('DELETE', `/webhook/endpoints/shop/${id}`);
    await chatwoot.stop();
    await typebot.stop();
  });
});
