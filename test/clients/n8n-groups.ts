/** What the n8n node promises about groups. */
import { expect } from 'bun:test';
import { type NodePromise, text } from './n8n-promise.ts';
import { ANA, ANA_JID, BOB, PICTURE, type Stage } from './stage.ts';

const ofGroup =
  (fields: object = {}) =>
  ({ group: groupJid }: Stage) => ({ groupJid, ...fields });
const onGroup =
  (method: string, operation: string) =>
  ({ group }: Stage) =>
    `${method} /group/${operation}/shop?groupJid=${group}`;

export const GROUPS: readonly NodePromise[] = [
  {
    run: 'groups-api create-group',
    fills: () => ({ subject: 'Choir', description: 'Sings', participants: `${ANA}, ${BOB}` }),
    sends: 'POST /group/create/shop',
    with: () => ({ subject: 'Choir', description: 'Sings', participants: [ANA, BOB] }),
    reads: { id: expect.stringMatching(/@g\.us$/), subject: 'Choir', size: 3 },
  },
  {
    run: 'groups-api update-group-name',
    fills: ofGroup({ subject: 'Kin' }),
    sends: onGroup('POST', 'updateGroupSubject'),
    with: () => ({ subject: 'Kin' }),
    reads: { update: 'success' },
  },
  {
    run: 'groups-api update-group-description',
    fills: ofGroup({ description: 'All of us' }),
    sends: onGroup('POST', 'updateGroupDescription'),
    with: () => ({ description: 'All of us' }),
    reads: { update: 'success' },
  },
  {
    run: 'groups-api update-group-picture',
    fills: ofGroup({ image: PICTURE }),
    sends: onGroup('POST', 'updateGroupPicture'),
    with: () => ({ image: PICTURE }),
    reads: { update: 'success' },
  },
  {
    run: 'groups-api update-participants',
    fills: ofGroup({ participants: BOB }),
    sends: onGroup('POST', 'updateParticipant'),
    with: () => ({ action: 'add', participants: [BOB] }),
    reads: { updateParticipants: [{ status: '200', jid: `${BOB}@s.whatsapp.net` }] },
  },
  {
    run: 'groups-api update-settings',
    fills: ofGroup(),
    sends: onGroup('POST', 'updateSetting'),
    with: () => ({ action: 'not_announcement' }),
    reads: { updateSetting: 'not_announcement' },
  },
  {
    run: 'groups-api toggle-ephemeral',
    fills: ofGroup({ expiration: 86_400 }),
    sends: onGroup('POST', 'toggleEphemeral'),
    with: () => ({ expiration: 86_400 }),
    reads: { success: true },
  },
  {
    run: 'groups-api fetch-groups',
    fills: ofGroup({ searchMethod: 'groupJid' }),
    sends: onGroup('GET', 'findGroupInfos'),
    reads: { subject: 'Kin', desc: 'All of us', size: 3, participants: expect.any(Array) },
  },
  {
    run: 'groups-api fetch-groups',
    fills: () => ({ searchMethod: 'fetchAll', getParticipants: false }),
    sends: 'GET /group/fetchAllGroups/shop?getParticipants=false',
    reads: expect.arrayContaining([expect.objectContaining({ subject: 'Kin' })]),
  },
  {
    run: 'groups-api fetch-groups',
    fills: ({ inviteCode }) => ({ searchMethod: 'inviteCode', inviteCode }),
    sends: ({ inviteCode }) => `GET /group/inviteInfo/shop?inviteCode=${inviteCode}`,
    reads: { subject: 'Kin' },
  },
  {
    run: 'groups-api find-participants',
    fills: ofGroup(),
    sends: onGroup('GET', 'participants'),
    reads: { participants: expect.arrayContaining([expect.objectContaining({ id: ANA_JID })]) },
  },
  {
    run: 'groups-api fetch-invite-code',
    fills: ofGroup(),
    sends: onGroup('GET', 'inviteCode'),
    reads: { inviteUrl: expect.stringMatching(/^https:/), inviteCode: text },
  },
  {
    run: 'groups-api send-invite-link',
    fills: ofGroup({ numbers: `${ANA}, ${BOB}` }),
    sends: 'POST /group/sendInvite/shop',
    with: ({ group }) => ({
      groupJid: group,
      description: 'Segue o link do grupo',
      numbers: [ANA, BOB],
    }),
    reads: { send: true, inviteUrl: expect.stringMatching(/^https:/) },
  },
  {
    run: 'groups-api leave-group',
    fills: ofGroup(),
    sends: onGroup('DELETE', 'leaveGroup'),
    reads: { leave: true },
  },
  {
    run: 'groups-api join-group',
    fills: ({ inviteCode }) => ({ inviteCode }),
    sends: ({ inviteCode }) => `GET /group/acceptInviteCode/shop?inviteCode=${inviteCode}`,
    reads: { accepted: true, groupJid: expect.stringMatching(/@g\.us$/) },
  },
  {
    run: 'groups-api update-participants',
    fills: ofGroup({ action: 'remove', participants: '12' }),
    sends: onGroup('POST', 'updateParticipant'),
    with: () => ({ action: 'remove', participants: ['12'] }),
    wrong: 'it names no phone number',
    refused: [400, 'participants.0 must be one phone number'],
  },
];
