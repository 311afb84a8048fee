import { describe, expect, test } from 'bun:test';
import { templates } from '../../../../src/core/db/schema/gateway.ts';
import { SHOP } from '../../../helpers/gateway-server.ts';
import { FROM, openSandbox, sandboxServer } from './setup.ts';

const publish = async (body: unknown) => {
  const server = await openSandbox();
  return { ...server, answer: await server.call('POST', '/sandbox/shop/event', { body }) };
};

describe('POST /sandbox/:instanceName/event', () => {
  test('200 any event happens, and what is not given is as in its sample', async () => {
    const data = { From: '5511977776666@s.whatsapp.net' };
    const { answer, host } = await publish({ event: 'CallOffer', data });
    expect([answer.status, answer.json.message]).toEqual([200, 'CallOffer happened']);
    expect(host.events.at(-1)).toMatchObject({
      type: 'CallOffer',
      data: { ...data, RemotePlatform: 'android' },
    });
  });

  test('200 a message is stored under a new id each time, with what `Info` does not say as in its sample', async () => {
    const { call, host } = await openSandbox();
    const Message = { locationMessage: { degreesLatitude: 1, degreesLongitude: 2 } };
    const data = { Info: { Chat: FROM, Sender: FROM, MediaType: 'location' }, Message };
    const body = { event: 'Message', data };
    for (const _ of [1, 2])
      expect((await call('POST', '/sandbox/shop/event', { body })).status).toBe(200);
    expect(host.events.at(-1)?.data).toMatchObject({
      Info: { PushName: 'Sample person' },
      Message,
    });
    const [first, second] = host.messages;
    expect(first).toMatchObject({ kind: 'location', chat: `${FROM}@s.whatsapp.net` });
    expect(second?.id).not.toBe(first?.id ?? '');
  });

  test('200 an event that has a state gets the one that is given', async () => {
    const { host } = await publish({ event: 'Receipt', state: 'Delivered' });
    expect(host.events.at(-1)).toMatchObject({ type: 'Receipt', state: 'Delivered' });
  });

  test('200 a group that the account joins by an event is there, and changes by another', async () => {
    const { answer, host, session, call } = await publish({ event: 'JoinedGroup' });
    expect(answer.status).toBe(200);
    const data = { Join: ['5511977776666@s.whatsapp.net'] };
    const body = { event: 'GroupInfo', data };
    expect((await call('POST', '/sandbox/shop/event', { body })).status).toBe(200);
    expect(host.events.at(-1)).toMatchObject({ type: 'GroupInfo', data });
    const [group] = await Array.fromAsync(session.groups().all());
    expect(group).toMatchObject({ subject: 'Sample group' });
    expect(group?.participants.map(({ id }) => id)).toContain('5511977776666@s.whatsapp.net');
  });

  test('200 a template that is paused by an event is so in the list, and the others are as they were', async () => {
    const { call, db } = await openSandbox();
    const row = {
      instanceId: SHOP.id,
      language: 'en',
      status: 'APPROVED',
      category: 'UTILITY' as const,
    };
    const more = { components: '[]', createdAt: 0, updatedAt: 0 };
    for (const name of ['order_ready', 'order_late'])
      await db.orm.insert(templates).values({ id: name, name, ...row, ...more });
    const data = { Name: 'order_ready', Status: 'PAUSED' };
    const body = { event: 'TemplateUpdate', data };
    expect((await call('POST', '/sandbox/shop/event', { body })).status).toBe(200);
    const found = await db.orm
      .select({ name: templates.name, status: templates.status })
      .from(templates);
    expect(found).toEqual([
      { name: 'order_ready', status: 'PAUSED' },
      { name: 'order_late', status: 'APPROVED' },
    ]);
  });

  test.each([
    [{ event: 'Weather' }, 'event'],
    [{ event: 'CallOffer', data: { From: 7 } }, 'data.From must be a string'],
    [{ event: 'Receipt', state: 'Lost' }, 'state must be'],
    [{ event: 'Message', data: { Info: 'Ana' } }, 'data.Info must be an object'],
    [{ event: 'Message', data: { Info: { Chat: 'ana' } } }, 'data.Info.Chat must be'],
    [{ data: {} }, 'event'],
    [{ event: 'GroupInfo', data: { Topic: {} } }, 'data.Topic.Topic is required'],
    [{ event: 'ChatUpdate', data: { Muted: { IsMuted: 1 } } }, 'data.Muted.IsMuted must be'],
    [{ event: 'Message', data: { Message: {} } }, 'data.Message must hold a content'],
    [{ event: 'Message', data: { Message: { messageContextInfo: {} } } }, 'data.Message must hold'],
    [
      { event: 'Message', data: { Message: { extendedTextMessage: null } } },
      'no field that is null',
    ],
    [{ event: 'SendMessage', data: { Message: {} } }, 'data.Message must hold a content'],
    [{ event: 'SendMessage', data: { Info: { ID: '' } } }, 'data.Info.ID must not be empty'],
    [{ event: 'SendMessage', data: { Info: { Timestamp: 'now' } } }, 'data.Info.Timestamp must be'],
    [{ event: 'Undecryptable', data: { Info: { Timestamp: '' } } }, 'data.Info.Timestamp must be'],
  ])('400 for %o', async (body, text) => {
    const { answer, host } = await publish(body);
    expect([answer.status, answer.json.error.message]).toEqual([
      400,
      expect.stringContaining(text),
    ]);
    expect(host.recorded).toEqual([]);
  });

  test('409 while it is not connected', async () => {
    const { call } = await sandboxServer();
    const answer = await call('POST', '/sandbox/shop/event', { body: { event: 'CallOffer' } });
    expect([answer.status, answer.json.error.message]).toEqual([409, 'not connected']);
  });
});
