/** The operations of inbox members, in the order of the documentation. */
import { routes } from '../operation.ts';
import { addInboxMembers, removeInboxMembers, setInboxMembers } from './change.ts';
import { listInboxMembers } from './list.ts';

export const inboxMemberRoutes = routes('Inbox members', [
  listInboxMembers,
  addInboxMembers,
  setInboxMembers,
  removeInboxMembers,
]);
