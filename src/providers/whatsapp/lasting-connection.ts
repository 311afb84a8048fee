/**
 * The library ends a connection when its QR codes run out, in the midst of a passkey ceremony too. Void codes after the
 * real ones keep it open; when the first of them comes, the codes are over.
 */
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys';

const VOID_REF = 'void';
/** Each lasts 20 s: twice as long as a ceremony may take. */
const VOID_REFS = 30;

/** To be called before the server sends anything. */
export function outlastCodes({ ws }: WASocket): void {
  // Before the library's own listener, which keeps the list it finds.
  ws.prependListener('CB:iq,type:set,pair-device', ({ content }: BinaryNode) => {
    const [device] = Array.isArray(content) ? content : [];
    if (!Array.isArray(device?.content)) return;
    for (let count = 0; count < VOID_REFS; count++)
      device.content.push({ tag: 'ref', attrs: {}, content: Buffer.from(VOID_REF) });
  });
}

export const isVoidCode = (qr: string): boolean => qr.includes(`#${VOID_REF},`);
