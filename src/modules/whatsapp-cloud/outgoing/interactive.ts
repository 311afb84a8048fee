/** Translates buttons, lists and forms to the form of the Graph API, and checks its limits. Pure. */
import type { Fields } from '../../../core/providers/foreign-values.ts';
import {
  flowParameters,
  headerFiles,
  type InteractiveContent,
} from '../../../core/providers/interactive.ts';
import { requireWithinLimits } from '../../../core/providers/interactive-limits.ts';
import type { OutgoingContent } from '../../../core/providers/outgoing.ts';
import type { StoredFile } from '../stored-content.ts';

/** Throws `invalid`, naming everything that the platform would refuse. `fileId` is Meta's id of the file in the header. */
export function graphInteractive(content: InteractiveContent, fileId?: string): Fields {
  const { header, text, footer } = requireWithinLimits(content);
  return {
    type: TYPES[content.kind],
    ...(header !== undefined && { header: { type: 'text', text: header } }),
    ...(fileId !== undefined && fileHeader(content, fileId)),
    body: { text },
    ...(footer !== undefined && { footer: { text: footer } }),
    action: actionOf(content),
  };
}

const TYPES = { buttons: 'button', link: 'cta_url', list: 'list', flow: 'flow' } as const;

function fileHeader(content: InteractiveContent, id: string): Fields {
  const [file] = headerFiles(content);
  if (file === undefined) return {};
  const { kind: type, fileName: filename } = file;
  return { header: { type, [type]: { id, ...(type === 'document' && { filename }) } } };
}

function actionOf(content: InteractiveContent): Fields {
  switch (content.kind) {
    case 'buttons':
      return {
        buttons: content.buttons.map(({ id, text: title }) => ({
          type: 'reply',
          reply: { id, title },
        })),
      };
    case 'link':
      return { name: 'cta_url', parameters: { display_text: content.label, url: content.url } };
    case 'list':
      return { button: content.label, sections: content.sections };
    case 'flow':
      return { name: 'flow', parameters: flowParameters(content) };
  }
}

/** Returns choices that say of the file above them what is known of it once Meta has it. */
export function withFileSum(
  content: OutgoingContent,
  { sha256: fileSha256 }: Pick<StoredFile, 'sha256'>,
): OutgoingContent {
  if (!('file' in content) || content.file === undefined) return content;
  const { mimetype, bytes, fileName } = content.file;
  const uploaded = {
    ...{ mimetype, fileLength: bytes.byteLength, fileSha256 },
    ...(fileName && { fileName }),
  };
  return { ...content, file: { ...content.file, uploaded } };
}
