/** Posts what was composed. */
import { shownAs } from '../../../../core/shared/media-types.ts';
import type { GatewayApi } from '../api.ts';
import type { FormValues } from '../components/form.tsx';
import type { Subject } from './conversation.ts';
import { dataUrlOf, mediaKindOf } from './files.tsx';
import { KINDS, type KindName, type Sending, type SentBody } from './kinds.tsx';

/** The message to send and its chat. The chat is noted before a file is read, since the reader may open another one. */
export interface Draft {
  readonly jid: string;
  readonly subject: Subject | null;
  /** The kind that was chosen; null for a plain text, which is the caption if there are files. */
  readonly kind: KindName | null;
  readonly text: string;
  readonly files: readonly File[];
  readonly filled: FormValues;
}

/** A part of a draft that has been posted. */
export interface Part {
  readonly file?: File;
  readonly hasText?: boolean;
  readonly isLast?: boolean;
}

interface SendRequest extends Part {
  readonly operation: Sending;
  readonly body: () => object | Promise<object>;
}

/**
 * Posts all of a draft in its order and calls `posted` after each part. Resolves with whether something waits to be
 * sent.
 */
export async function post(
  api: GatewayApi,
  instanceName: string,
  draft: Draft,
  posted: (part: Part) => void,
): Promise<boolean> {
  const { jid, subject, text, filled } = draft;
  const params = { instanceName };
  const key = subject && { id: subject.message.id, fromMe: subject.message.isFromMe };
  if (key && subject.isEdit) {
    await api.call('POST', '/chat/updateMessage/{instanceName}', { params, body: { key, text } });
    posted({ hasText: true, isLast: true });
    return false;
  }
  const { sendAt } = filled;
  const common = {
    number: jid,
    ...(key && { quoted: { key } }),
    ...(sendAt && { scheduleAt: new Date(sendAt).toISOString() }),
  };
  let isWaiting = false;
  for (const { operation, body, ...part } of requestsOf(draft)) {
    const sent = await api.call('POST', `/message/${operation}/{instanceName}`, {
      params,
      // The body of each operation is checked where it is made.
      body: { ...common, ...(await body()) } as never,
    });
    isWaiting ||= sent.status === 'QUEUED';
    posted(part);
  }
  posted({ isLast: true });
  return isWaiting;
}

function requestsOf(draft: Draft): SendRequest[] {
  const { kind, text, files, filled } = draft;
  const words: SendRequest = { operation: 'sendText', body: () => ({ text }), hasText: true };
  if (kind !== null) return [{ operation: kind, body: () => KINDS[kind].body(draft) }];
  if (files.length === 0) return [words];
  // Audio has no caption.
  const captioned = files.findIndex((file) => mediaKindOf(file, 'document') !== 'audio');
  const media = files.map((file, index): SendRequest => {
    const hasText = index === captioned;
    const body = () => mediaBody(file, hasText ? text : '', filled.once !== undefined);
    return { operation: 'sendMedia', body, file, hasText };
  });
  return captioned < 0 && text !== '' ? [words, ...media] : media;
}

async function mediaBody(
  file: File,
  caption: string,
  viewOnce: boolean,
): Promise<SentBody<'sendMedia'>> {
  return {
    // The service refuses what phones do not show, such as HEIC as an image; as a document it arrives.
    mediatype: shownAs(file.type) ?? 'document',
    media: await dataUrlOf(file),
    fileName: file.name,
    mimetype: file.type || undefined,
    caption: caption || undefined,
    viewOnce: viewOnce || undefined,
  };
}
