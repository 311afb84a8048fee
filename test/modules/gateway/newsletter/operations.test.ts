/** Channels: what reaches the session, what is answered, and what is refused. */
import { describe, expect, test } from 'bun:test';
import { AppError } from '../../../../src/core/shared/errors.ts';
import { NEWSLETTER_OPERATIONS } from '../../../../src/modules/gateway/newsletter/operations.ts';
import { NEWSLETTER } from '../../../doubles/scripted-provider.ts';
import { conflict, forbidden, notFound } from '../../../helpers/failures.ts';
import { gateway } from '../../../helpers/gateway.ts';

const jid = NEWSLETTER.id;

async function open() {
  const g = await gateway({ operations: NEWSLETTER_OPERATIONS });
  const { key } = await g.createOpen('shop');
  const reached: string[] = [];
  const { newsletters } = g.provider.script;
  for (const name of ['find', 'findByInvite', 'follow', 'unfollow'] as const) {
    const call = newsletters[name] as (channelJid: string) => Promise<never>;
    newsletters[name] = (channelJid: string) => {
      reached.push(`${name} ${channelJid}`);
      return call(channelJid);
    };
  }
  return { g, key, reached };
}

const BODIES = {
  info: { jid },
  link: { key: '0029VaNews' },
  follow: { jid },
  unfollow: { jid },
} as const;
const VERBS = Object.entries(BODIES);

describe('GET /newsletter/list/{instanceName}', () => {
  test('200 the channels that the account follows, as NewsletterJoin describes them', async () => {
    const { g } = await open();
    const { status, body } = await g.call('GET', '/newsletter/list/shop');
    expect([status, body]).toEqual([200, [NEWSLETTER]]);
  });
});

describe('POST /newsletter/{info, link, follow, unfollow}/{instanceName}', () => {
  test('200 each does what it says', async () => {
    const { g, reached } = await open();
    const post = async (verb: string, body: object) =>
      (await g.call('POST', `/newsletter/${verb}/shop`, { body })).body;
    expect(await post('info', { jid })).toEqual(NEWSLETTER);
    expect(await post('link', { key: 'https://whatsapp.com/channel/0029VaNews' })).toEqual(
      NEWSLETTER,
    );
    expect(await post('link', { key: '0029VaNews' })).toEqual(NEWSLETTER);
    expect(await post('follow', { jid })).toEqual({ jid, follow: true });
    expect(await post('unfollow', { jid })).toEqual({ jid, unfollow: true });
    const code = 'findByInvite 0029VaNews';
    expect(reached).toEqual([`find ${jid}`, code, code, `follow ${jid}`, `unfollow ${jid}`]);
  });

  test('400 for anything but a channel, and nothing reaches the session', async () => {
    const { g, reached } = await open();
    for (const [verb] of VERBS)
      for (const wrongJid of [undefined, '5511888880000', '1203630000@g.us', 7, '../../x']) {
        const body = { jid: wrongJid, key: wrongJid === '5511888880000' ? 'a b' : wrongJid };
        const { status, body: answer } = await g.call('POST', `/newsletter/${verb}/shop`, { body });
        expect([verb, wrongJid, status]).toEqual([verb, wrongJid, 400]);
        expect(answer.error.message).toStartWith(verb === 'link' ? 'key ' : 'jid ');
      }
    expect(reached).toEqual([]);
  });

  test('what the platform refuses is answered with its reason', async () => {
    const { g } = await open();
    const refusals: [number, Error][] = [
      [404, notFound(`channel ${jid}`)],
      [403, forbidden('not allowed')],
      [409, conflict('refused')],
      [429, new AppError('rate_limited', 'wait')],
      [503, new AppError('unavailable', 'not known')],
    ];
    for (const [expected, error] of refusals) {
      for (const name of ['all', 'find', 'findByInvite', 'follow', 'unfollow'] as const)
        g.provider.script.newsletters[name] = async () => {
          throw error;
        };
      for (const [verb, body] of VERBS) {
        const { status, body: answer } = await g.call('POST', `/newsletter/${verb}/shop`, { body });
        expect([verb, status, answer.error.message]).toEqual([verb, expected, error.message]);
      }
      expect((await g.call('GET', '/newsletter/list/shop')).status).toBe(expected);
    }
  });

  test('401 without a key, 403 another instance, 404 an unknown one, 409 one that is not connected', async () => {
    const { g, key } = await open();
    await g.call('POST', '/instance/create', { body: { instanceName: 'other' } });
    const calls = [...VERBS.map(([verb, body]) => ({ verb, body })), { verb: 'list' }];
    for (const { verb, ...request } of calls) {
      const ask = async (name: string, more: object = {}) =>
        (
          await g.call(verb === 'list' ? 'GET' : 'POST', `/newsletter/${verb}/${name}`, {
            ...request,
            ...more,
          })
        ).status;
      expect(await ask('shop', { key: null })).toBe(401);
      expect(await ask('other', { key })).toBe(403);
      expect(await ask('nobody')).toBe(404);
      expect(await ask('other')).toBe(409);
    }
  });
});
