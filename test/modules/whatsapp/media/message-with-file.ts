/** The message in which a file is sent. */
import type { proto } from '@whiskeysockets/baileys';
import { mediaContent, wrapInEnvelope } from '../../../../src/core/providers/media-content.ts';
import type { OutgoingMedia } from '../../../../src/core/providers/outgoing.ts';
import { prepareMedia, type Upload } from '../../../../src/modules/whatsapp/media/upload.ts';

/** Throws with the reason when the file cannot be uploaded. */
export async function messageWith(
  media: Omit<OutgoingMedia, 'number'>,
  upload: Upload,
  nowMs: number,
): Promise<proto.IMessage> {
  const prepared = await prepareMedia({ ...media, number: '' }, upload, nowMs);
  if ('error' in prepared) throw new Error(prepared.error);
  const [self, chat] = ['5511999990000@s.whatsapp.net', '5511888880000@s.whatsapp.net'];
  const context = { self, chat, decode: () => ({}), nowMs };
  return wrapInEnvelope(media, mediaContent(media, { ...prepared.file }, context));
}
