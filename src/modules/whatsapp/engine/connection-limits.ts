/**
 * Limits how long a connection to WhatsApp may take to open and to close, and keeps it open when its QR codes run out.
 */
import { resultInTime } from '../../../core/shared/async/deadline.ts';
import { type Clock, systemClock } from '../../../core/shared/clock.ts';
import type { BinaryNode, WASocket } from './surface.ts';

const CONNECT_MS = 20_000;
const CLOSE_TIMEOUT_MS = 2_000;

/** Like Baileys' own limits this is in real time. */
export function connectInTime(socket: WASocket, ms = CONNECT_MS): void {
  const late = new Error(`WhatsApp has not answered within ${ms / 1_000} s`);
  const cancel = systemClock().after(ms, () => void socket.end(late));
  for (const answer of ['frame', 'close']) socket.ws.once(answer, cancel);
}

/** A dead connection does not answer a close frame, and Baileys would wait half a minute for it. */
export function closeInTime({ ws }: WASocket, clock: Clock): void {
  const close = ws.close.bind(ws);
  ws.close = async () => {
    await resultInTime({ clock, ms: CLOSE_TIMEOUT_MS }, close());
  };
}

const VOID_REF = 'void';
/** Each lasts 20 s, so together they last twice as long as a ceremony may take. */
const VOID_REFS = 30;

/**
 * Baileys ends a connection when its QR codes run out, even during a passkey ceremony. Void codes after the real ones keep
 * it open; when the first void code comes, the real ones are used up. Call it before the server sends anything.
 */
export function keepOpenAfterLastCode({ ws }: WASocket): void {
  // It runs before Baileys' own listener, which uses the list it finds.
  ws.prependListener('CB:iq,type:set,pair-device', ({ content }: BinaryNode) => {
    const [device] = Array.isArray(content) ? content : [];
    if (!Array.isArray(device?.content)) return;
    for (let count = 0; count < VOID_REFS; count++)
      device.content.push({ tag: 'ref', attrs: {}, content: Buffer.from(VOID_REF) });
  });
}

export const isVoidCode = (qr: string): boolean => qr.includes(`#${VOID_REF},`);
