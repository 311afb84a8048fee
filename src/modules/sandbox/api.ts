/** Offers the session that operations of the sandbox drive. */

export { ACK_STATUSES, ARRIVING_KINDS, SANDBOX_ACTIONS, type SandboxSession } from './driver.ts';
/** An id for a message, as WhatsApp makes them. */
export { newMessageId } from './invented.ts';
