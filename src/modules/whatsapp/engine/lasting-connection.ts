/**
 * Baileys ends a connection when its QR codes run out, even during a passkey ceremony. Void codes after the real
 * ones keep it open; when the first void code comes, the real ones are used up.
 */
import type { BinaryNode, WASocket } from './surface.ts';

const VOID_REF = 'void';
/** Each lasts 20 s, so together they last twice as long as a ceremony may take. */
const VOID_REFS = 30;

/** Call it before the server sends anything. */
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
