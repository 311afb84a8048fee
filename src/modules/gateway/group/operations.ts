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
import { groupLookups, participants } from './find.ts';
import {
  acceptInviteCode,
  inviteCode,
  inviteInfo,
  joinRequests,
  revokeInviteCode,
  sendInvite,
} from './invitations.ts';
import { GROUP_FORM, type GroupForm } from './model.ts';
import { updateGroupPicture } from './picture.ts';

/** The operations that answer whole groups, in this form. */
export const groupOperationsIn = (form: GroupForm): readonly Operation[] => [
  ...groupLookups(form),
  createGroup(form),
  inviteInfo(form),
];

export const GROUP_OPERATIONS: readonly Operation[] = [
  ...groupOperationsIn(GROUP_FORM),
  participants,
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
  acceptInviteCode,
  sendInvite,
];
