/** The operations on groups. */
import type { Operation } from '../operation.ts';
import {
  createGroup,
  leaveGroup,
  toggleEphemeral,
  updateGroupDescription,
  updateGroupSubject,
  updateJoinRequests,
  updateMemberAddMode,
  updateParticipant,
  updateSetting,
} from './changes.ts';
import { fetchAllGroups, findGroupInfos, participants } from './find.ts';
import {
  acceptInviteCode,
  inviteCode,
  inviteInfo,
  joinRequests,
  revokeInviteCode,
  sendInvite,
} from './invitations.ts';
import { updateGroupPicture } from './picture.ts';

export const GROUP_OPERATIONS: readonly Operation[] = [
  findGroupInfos,
  fetchAllGroups,
  participants,
  createGroup,
  updateJoinRequests,
  updateGroupSubject,
  updateGroupDescription,
  updateParticipant,
  updateSetting,
  updateMemberAddMode,
  toggleEphemeral,
  updateGroupPicture,
  leaveGroup,
  inviteCode,
  revokeInviteCode,
  joinRequests,
  inviteInfo,
  acceptInviteCode,
  sendInvite,
];
