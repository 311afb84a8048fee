/** Sends a template: as such, or as a text with its file where people see no templates. */

import { MEDIA_BYTES_MAX } from '../../core/events/contract/catalog.ts';
import { FieldError } from '../../core/http/read-fields.ts';
import { showsTemplates } from '../../core/providers/all.ts';
import type { FileHeader, FilledHeader } from '../../core/providers/templates.ts';
import { contextOf } from '../../core/sending/context.ts';
import {
  CAPTION_CHARACTERS_MAX,
  type MediaRequest,
  readFile,
} from '../../core/sending/media-fields.ts';
import { isWithin } from '../../core/shared/characters.ts';
import { AppError, failure } from '../../core/shared/errors.ts';
import { sentenceOf } from '../../core/shared/reasons/problems.ts';
import { type ComposeContext, messageBody, sendOperation } from '../gateway/api.ts';
import { textOf } from './as-text.ts';
import { filledTemplate, TemplateMessage } from './message.ts';
import { templatesOf } from './of-instance.ts';

export const sendTemplate = sendOperation('POST /message/sendTemplate/:instanceName', {
  summary: 'Send a template',
  description:
    'Sends a template and returns in `message` the text that its reader sees. A whatsapp instance sends it as a text with a line for each button, below its file if it has one. Answers 409 for a template that is not approved, and 400 for parameters that do not fit it.',
  body: messageBody(TemplateMessage),
  agent: { tool: 'send_template', effect: 'adds' },
  async compose({ number, webhookUrl: _, mediaHeaders: headers, ...body }, deps) {
    const { name, language, components, ...context } = body;
    const { instance, find } = deps;
    const own = templatesOf(deps, instance);
    const template = await filledTemplate({ name, language, components }, own);
    const { header } = template.shown;
    if (showsTemplates(instance.provider)) {
      if (headers && header !== null && 'link' in header) throw fetchedByPlatform();
      return { number, content: template, ...(await contextOf(context, find)) };
    }
    const text = textOf(template.shown);
    if (isFile(header)) return { number, ...context, ...(await fileAbove(text, header, deps)) };
    return { number, content: { kind: 'text', text }, ...(await contextOf(context, find)) };
  },
});

const fetchedByPlatform = (): AppError =>
  new AppError(
    'invalid',
    'mediaHeaders cannot be used for a template of the official API: Meta fetches its file itself',
    { hint: 'upload the file, and give its id in place of the link', kind: 'unusable_file' },
  );

const isFile = (header: FilledHeader | null): header is FileHeader =>
  header !== null && ('link' in header || 'uploadId' in header);

const SENT = { viewOnce: false, bytesMax: MEDIA_BYTES_MAX };

type FileAndCaption = Omit<MediaRequest, 'number'>;

/** Throws 400 for a file that is not there or may not be fetched, and for a text that is too long below one. */
async function fileAbove(
  caption: string,
  { kind, link, uploadId, fileName }: FileHeader,
  { guard, uploaded }: Pick<ComposeContext, 'guard' | 'uploaded'>,
): Promise<FileAndCaption> {
  if (!isWithin(caption, CAPTION_CHARACTERS_MAX))
    throw failure(
      'template_caption_too_long',
      { max: CAPTION_CHARACTERS_MAX },
      { kind: 'template_parameters' },
    );
  const file = uploadId === undefined ? link : await uploaded(uploadId);
  if (file === null)
    throw new AppError(
      'invalid',
      `the header of the template must have the id of a file that was uploaded for this instance`,
      { kind: 'unusable_file' },
    );
  const read = readFile(file, guard);
  if (read instanceof FieldError)
    throw new AppError('invalid', sentenceOf(read.problemsOf('the link of the header')), {
      kind: 'unusable_file',
    });
  return { ...read, kind, caption, fileName: fileName ?? null, ...SENT };
}
