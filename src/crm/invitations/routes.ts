/** The operations of invitations, in the order of the documentation: those of the invited, then an account's. */
import { routes } from '../operation.ts';
import { acceptInvitation } from './accept.ts';
import { declineInvitation } from './decline.ts';
import { listReceivedInvitations } from './list-received.ts';
import { listSentInvitations } from './list-sent.ts';
import { withdrawInvitation } from './withdraw.ts';

export const invitationRoutes = routes('Invitations', [
  listReceivedInvitations,
  acceptInvitation,
  declineInvitation,
  listSentInvitations,
  withdrawInvitation,
]);
