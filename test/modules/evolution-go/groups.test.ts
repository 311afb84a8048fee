/** Groups and channels as clients of Evolution Go work with them, on the sandbox. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { PICTURE } from '../../clients/stage.ts';
import { sharedApp } from '../../helpers/shared.ts';

const NUMBER = '5511999990000';
const CHAT = `${NUMBER}@s.whatsapp.net`;

let key: string;
const app = sharedApp();
beforeAll(async () => {
  key = await app.openInstance('shop');
});

const post = (path: string, body: object = {}) => app.call('POST', path, body, key);
const get = (path: string) => app.call('GET', path, undefined, key);

async function newGroup(groupName: string) {
  const { body } = await post('/group/create', { groupName, participants: [NUMBER] });
  const { jid: groupJid } = body.data;
  return { groupJid };
}

describe('groups and channels', () => {
  test('a group is created, changed, listed, opened by a link and left', async () => {
    const created = await post('/group/create', { groupName: 'Team', participants: [NUMBER] });
    const { jid: groupJid, added } = created.body.data;
    expect([created.status, added]).toEqual([200, expect.arrayContaining([CHAT])]);
    expect((await post('/group/name', { groupJid, name: 'Crew' })).body).toEqual({
      message: 'success',
    });
    const photo = await post('/group/photo', { groupJid, image: PICTURE });
    expect([photo.status, photo.body]).toEqual([200, { message: 'success' }]);
    expect((await app.call('GET', '/sandbox/shop/actions')).body).toContainEqual(
      expect.objectContaining({ action: 'groupPicture', chat: groupJid }),
    );
    await post('/group/description', { groupJid, description: 'All' });
    await post('/group/settings', { groupJid, action: 'announcement' });
    const info = await post('/group/info', { groupJid });
    expect(info.body.data).toMatchObject({
      JID: groupJid,
      Name: 'Crew',
      Topic: 'All',
      IsAnnounce: true,
    });
    const listed = (await get('/group/list')).body.data;
    expect(listed.map(({ JID }: { JID: string }) => JID)).toContain(groupJid);
    expect((await get('/group/myall')).body.data).toHaveLength(1);
    const link = (await post('/group/invitelink', { groupJid })).body.data;
    expect(link).toStartWith('https://chat.whatsapp.com/');
    expect((await post('/group/invitelink', { groupJid, reset: true })).body.data).not.toBe(link);
    const change = { groupJid, action: 'remove', participants: [NUMBER] };
    expect((await post('/group/participant', change)).body.data).toHaveLength(1);
    expect((await post('/group/leave', { groupJid })).body).toEqual({ message: 'success' });
  });

  test('an empty description removes that of a group, and an absent one is refused', async () => {
    const { groupJid } = await newGroup('Empty');
    const topic = async () => (await post('/group/info', { groupJid })).body.data.Topic;
    await post('/group/description', { groupJid, description: 'All' });
    for (const absent of [{}, { description: null }, { description: [] }]) {
      const { status, body } = await post('/group/description', { groupJid, ...absent });
      expect([status, body.error, await topic()]).toEqual([400, 'description is required', 'All']);
    }
    const removed = await post('/group/description', { groupJid, description: '' });
    expect([removed.status, await topic()]).toEqual([200, '']);
  });

  test('reset replaces the link of a group also as a text, and is never ignored', async () => {
    const { groupJid } = await newGroup('Links');
    const linkBy = async (reset: unknown) => post('/group/invitelink', { groupJid, reset });
    const before = (await linkBy(undefined)).body.data;
    for (const no of [false, 'false', 'FALSE', null, ''])
      expect((await linkBy(no)).body.data).toBe(before);
    for (const wrong of [1, 'yes', [true], {}]) {
      const { status, body } = await linkBy(wrong);
      expect([status, body]).toEqual([400, { error: 'reset must be true or false' }]);
    }
    expect((await linkBy(undefined)).body.data).toBe(before);
    for (const yes of [true, 'true', ' True ']) {
      const { data } = (await linkBy(yes)).body;
      expect(data).toStartWith('https://chat.whatsapp.com/');
      expect(data).not.toBe(before);
    }
  });

  test('a group is joined by its link, and by the code that ends it', async () => {
    const created = await post('/group/create', { groupName: 'Club', participants: [NUMBER] });
    const { jid: groupJid } = created.body.data;
    const { data: link } = (await post('/group/invitelink', { groupJid })).body;
    for (const code of [link, link.slice(link.lastIndexOf('/') + 1)]) {
      await post('/group/leave', { groupJid });
      const { status, body } = await post('/group/join', { code });
      expect([status, body]).toEqual([
        200,
        { message: 'success', data: { accepted: true, groupJid } },
      ]);
    }
    for (const wrong of [{}, { code: 7 }, { code: 'x'.repeat(129) }, { code: 'no code' }]) {
      const { status, body } = await post('/group/join', wrong);
      expect([status, body.error]).toEqual([400, expect.stringMatching(/^code /)]);
    }
  });

  test('those who ask to join a group are listed and answered', async () => {
    const created = await post('/group/create', { groupName: 'Fans', participants: [NUMBER] });
    const { jid: groupJid } = created.body.data;
    expect((await post('/group/requests', { groupJid })).body.data).toEqual([]);
    const ana = '5511888880000@s.whatsapp.net';
    const answer = { groupJid, action: 'approve', participants: [ana] };
    const { status, body } = await post('/group/requests/update', answer);
    expect([status, body.data]).toMatchObject([200, [{ jid: ana, status: '404' }]]);
    const wrong = { groupJid, action: 'ignore', participants: [ana] };
    const refused = await post('/group/requests/update', wrong);
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(/^action /)]);
    expect((await post('/group/requests')).body.error).toBe('groupJid is required');
  });

  test.each(['subscribe', 'follow'])(
    'a channel is followed by /newsletter/%s, found by its link, listed and unfollowed',
    async (verb) => {
      const jid = '120363000000000009@newsletter';
      const followed = await post(`/newsletter/${verb}`, { jid });
      expect([followed.status, followed.body]).toEqual([
        200,
        { message: 'success', data: { jid, follow: true } },
      ]);
      const { data: listed } = (await get('/newsletter/list')).body;
      expect(listed.map(({ id }: { id: string }) => id)).toEqual([jid]);
      const { data: info } = (await post('/newsletter/info', { jid })).body;
      const key = info.thread_metadata.invite;
      const byLink = await post('/newsletter/link', { key });
      expect([byLink.status, byLink.body.data]).toEqual([200, info]);
      const left = await post('/newsletter/unfollow', { jid });
      expect([left.status, left.body.data]).toEqual([200, { jid, unfollow: true }]);
      expect((await get('/newsletter/list')).body.data).toEqual([]);
    },
  );
});
