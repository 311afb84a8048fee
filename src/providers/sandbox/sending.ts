/**
 * What goes out of a sandbox: it is kept, and a second later the other side confirms it.
 * Owns: the sent message's form and its delivery receipt.
 */
import type { Clock } from '../../shared/clock.ts';
import type { Random } from '../pairing.ts';
import type { OutgoingMedia, SentMessage, SessionHost } from '../provider.ts';
import type { SessionTasks } from '../session-tasks.ts';
import type { SandboxConnection } from './connection.ts';
import type { SentContent } from './driver.ts';
import { newMessageId } from './invented.ts';
import { chatJid, userOf } from './jids.ts';
import { receiptEvent } from './notices.ts';
import type { SentLog } from './sent-log.ts';

const DELIVERED_AFTER_MS = 1000;

export interface SendingDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly sentLog: SentLog;
  readonly host: SessionHost;
  readonly life: SessionTasks;
  readonly connection: SandboxConnection;
}

/** Begun in the session's turn, in which it takes its place. Throws `conflict` when not connected, `invalid` for a number that cannot be. */
export const sendText = (
  deps: SendingDeps,
  { number, text }: { readonly number: string; readonly text: string },
): Promise<SentMessage> => send(deps, number, { text });

/** As `sendText`. */
export const sendMedia = (
  deps: SendingDeps,
  { number, bytes, kind, mimetype, caption, fileName }: OutgoingMedia,
): Promise<SentMessage> =>
  send(deps, number, {
    kind,
    mimetype,
    size: bytes.byteLength,
    ...(caption !== undefined && { caption }),
    ...(fileName !== undefined && { fileName }),
  });

async function send(deps: SendingDeps, number: string, content: SentContent): Promise<SentMessage> {
  deps.connection.requireOpen();
  const remoteJid = chatJid('number', number);
  const id = newMessageId(deps.random);
  const timestamp = Math.floor(deps.clock.now() / 1000);
  const entry = { id, number: userOf(remoteJid), remoteJid, ...content, timestamp };
  await deps.sentLog.add(deps.host.instanceId, entry);
  deps.life.beginAfter(DELIVERED_AFTER_MS, () => confirm(deps, remoteJid, id));
  return { id, remoteJid, timestamp };
}

/** Whoever is not connected by then does not hear of it. */
async function confirm(deps: SendingDeps, chat: string, messageId: string): Promise<void> {
  const { clock, random, connection } = deps;
  const account = connection.openAccount();
  if (account === null) return;
  const notice = { nowMs: clock.now(), random, account };
  const receipt = { state: 'Delivered', chat, messageIds: [messageId] } as const;
  await connection.publish([receiptEvent(receipt, notice)]);
}
