/** The operations of inboxes, in the order of the documentation. */
import { routes } from '../operation.ts';
import { createInbox } from './create.ts';
import { deleteInbox } from './delete.ts';
import { getInbox } from './get.ts';
import { listInboxes } from './list.ts';
import { updateInbox } from './update.ts';

export const inboxRoutes = routes('Inboxes', [
  listInboxes,
  getInbox,
  createInbox,
  updateInbox,
  deleteInbox,
]);
