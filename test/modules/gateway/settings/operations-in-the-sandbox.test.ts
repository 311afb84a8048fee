/** What an account of the sandbox does by itself, as its callers see it. */
import { expect, test } from 'bun:test';
import { sharedApp } from '../../../helpers/shared.ts';
import { until } from '../../../helpers/until.ts';

const ANA = '5511988887777';
const GROUP = '120363041234567890';

const app = sharedApp();

interface Action {
  readonly action: string;
}
const actions = async (name: string) =>
  (await app.call('GET', `/sandbox/${name}/actions`)).body as Action[];
const names = async (name: string) => (await actions(name)).map(({ action }) => action);
const set = (name: string, settings: object) => app.call('POST', `/settings/set/${name}`, settings);
const drive = async (name: string, what: string, body: object) =>
  (await app.call('POST', `/sandbox/${name}/${what}`, body)).body;

const ring = (callId: string) => {
  const from = `${ANA}@s.whatsapp.net`;
  const data = { CallID: callId, CallCreator: from, From: from };
  return drive('calls', 'event', { event: 'CallOffer', data });
};

test('a call is rejected and its caller written to; without a text it is only rejected', async () => {
  await app.openInstance('calls');
  await ring('RINGS');
  await set('calls', { rejectCall: true });
  await ring('ONE');
  await until('it is rejected', async () => (await names('calls')).includes('reject'));
  await set('calls', { msgCall: 'Write instead' });
  await ring('TWO');
  const sent = async () => (await app.call('GET', '/sandbox/calls/sent')).body;
  await until('it is answered', async () => (await sent()).length > 0);
  expect(await sent()).toMatchObject([
    { remoteJid: `${ANA}@s.whatsapp.net`, text: 'Write instead' },
  ]);
  expect(await actions('calls')).toMatchObject([
    { action: 'reject', callId: 'ONE' },
    { action: 'reject', callId: 'TWO' },
  ]);
});

test('events of groups are not published while they are ignored, and the explanation says so', async () => {
  await app.openInstance('quiet');
  await set('quiet', { groupsIgnore: true });
  const message = { kind: 'text', from: ANA, text: 'Hello' };
  const { messageId } = await drive('quiet', 'message', { ...message, group: GROUP });
  const JID = `${GROUP}@g.us`;
  await drive('quiet', 'event', { event: 'JoinedGroup', data: { JID } });
  const Name = { Name: 'Crew 2', NameSetAt: '2026-01-05T10:00:00.000Z' };
  await drive('quiet', 'event', { event: 'GroupInfo', data: { JID, Name } });
  await app.call('POST', '/chat/archiveChat/quiet', { number: JID, archive: true });
  await drive('quiet', 'message', message);
  const { events } = (await app.call('GET', '/event/find/quiet')).body;
  const types = events.map(({ event }: { event: string }) => event);
  expect(types.slice(types.indexOf('OfflineSyncCompleted') + 1)).toEqual(['Message']);
  const groups = await app.call('GET', '/group/fetchAllGroups/quiet?getParticipants=false');
  expect(groups.body).toMatchObject([{ subject: 'Crew 2' }]);
  const explained = await app.call('GET', `/message/explain/quiet/${messageId}`);
  expect(explained.body.sentence).toContain('groupsIgnore');
  await set('quiet', { groupsIgnore: false });
  await drive('quiet', 'message', { ...message, group: GROUP });
  const after = (await app.call('GET', '/event/find/quiet')).body.events;
  expect(after.at(-1)).toMatchObject({ event: 'Message', data: { Info: { IsGroup: true } } });
});

test('messages and status updates are read, each only if it is set', async () => {
  await app.openInstance('reader');
  const text = { kind: 'text', from: ANA, text: 'Hello' };
  const status = { ...text, group: 'status@broadcast' };
  await drive('reader', 'message', text);
  await set('reader', { readMessages: true });
  await drive('reader', 'message', status);
  const { messageId } = await drive('reader', 'message', text);
  await until('it is read', async () => (await names('reader')).length === 1);
  await set('reader', { readMessages: false, readStatus: true });
  await drive('reader', 'message', text);
  const seen = await drive('reader', 'message', status);
  await until('both are read', async () => (await names('reader')).length === 2);
  expect(await actions('reader')).toMatchObject([
    { action: 'read', chat: `${ANA}@s.whatsapp.net`, messageIds: [messageId] },
    { action: 'read', chat: 'status@broadcast', messageIds: [seen.messageId] },
  ]);
});

test('the account is shown as online at once, at every connection, and no longer when that is over', async () => {
  await app.openInstance('online');
  await set('online', { alwaysOnline: true });
  expect(await names('online')).toEqual(['available']);
  await app.call('POST', '/instance/restart/online');
  expect(await names('online')).toEqual(['available', 'available']);
  await set('online', { alwaysOnline: false });
  await app.call('POST', '/instance/restart/online');
  expect(await names('online')).toEqual(['available', 'available', 'unavailable']);
});
