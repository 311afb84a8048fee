/** Bodies that work: groups. */
import type { ZoneExamples } from '../../../http/openapi-examples.ts';
import { GROUP, NUMBER, PICTURE, SECOND_NUMBER } from './known.ts';

export const CHAT_BODIES: ZoneExamples['bodies'] = {
  'POST /group/create/{instanceName}': { subject: 'Orders', participants: [NUMBER] },
  'POST /group/updateJoinRequests/{instanceName}': {
    groupJid: GROUP,
    action: 'approve',
    participants: [SECOND_NUMBER],
  },
  'POST /group/updateGroupSubject/{instanceName}': { groupJid: GROUP, subject: 'Orders' },
  'POST /group/updateGroupDescription/{instanceName}': {
    groupJid: GROUP,
    description: 'Orders of the day',
  },
  'POST /group/updateParticipant/{instanceName}': {
    groupJid: GROUP,
    action: 'add',
    participants: [SECOND_NUMBER],
  },
  'POST /group/updateSetting/{instanceName}': { groupJid: GROUP, action: 'announcement' },
  'POST /group/updateMemberAddMode/{instanceName}': { groupJid: GROUP, mode: 'admin_add' },
  'POST /group/toggleEphemeral/{instanceName}': { groupJid: GROUP, expiration: 86400 },
  'POST /group/updateGroupPicture/{instanceName}': { groupJid: GROUP, image: PICTURE },
  'POST /group/sendInvite/{instanceName}': { groupJid: GROUP, numbers: [NUMBER] },
};
