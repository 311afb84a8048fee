/** Uploads the files above the texts of messages and cards. */
import type { HeaderFile, NativeCard } from '../../core/providers/interactive.ts';
import { mediaContent } from '../../core/providers/media-content.ts';
import type { OutgoingContent } from '../../core/providers/outgoing.ts';
import type { UploadedFile } from './media/prepare.ts';

/** Returns the content with each of its files uploaded, one after another. Rejects as `upload` does. */
export async function withUploadedFiles(
  content: OutgoingContent,
  upload: (file: HeaderFile) => Promise<UploadedFile>,
): Promise<OutgoingContent> {
  if (content.kind === 'native_buttons') return withUploadedFile(content, upload);
  if (content.kind !== 'carousel') return content;
  const cards: NativeCard[] = [];
  for (const card of content.cards) cards.push(await withUploadedFile(card, upload));
  return { ...content, cards };
}

async function withUploadedFile<C extends NativeCard>(
  card: C,
  upload: (file: HeaderFile) => Promise<UploadedFile>,
): Promise<C> {
  const { file } = card;
  if (file === undefined) return card;
  const described = mediaContent(file, { ...(await upload(file)) }, NOBODY);
  const [uploaded = {}] = Object.values(described) as Record<string, unknown>[];
  return { ...card, file: { ...file, uploaded } };
}

/** A file inside a message answers nothing and mentions nobody. */
const NOBODY = { self: '', chat: '', decode: () => ({}), nowMs: 0 };
