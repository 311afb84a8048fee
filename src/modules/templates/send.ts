/** Sends a template: as such, or as a text with its file where people see no templates. */

import { type Static, Type } from '@sinclair/typebox';
import { MEDIA_BYTES_MAX } from '../../core/events/contract/catalog.ts';
import {
  FieldError,
  fieldError,
  isFields,
  parsedBy,
  parsedIfPresent,
} from '../../core/http/read-fields.ts';
import { showsTemplates } from '../../core/providers/all.ts';
import type {
  FileHeader,
  FilledHeader,
  Template,
  TemplateContent,
  Templates,
} from '../../core/providers/templates.ts';
import { contextFields, contextOf } from '../../core/sending/context.ts';
import {
  CAPTION_CHARACTERS_MAX,
  type MediaRequest,
  readFile,
} from '../../core/sending/media-fields.ts';
import { mediaHeaders } from '../../core/sending/media-headers.ts';
import { Recipient } from '../../core/sending/recipient.ts';
import { isWithin } from '../../core/shared/characters.ts';
import { AppError, type FailureKind, failure } from '../../core/shared/errors.ts';
import { problem, sentenceOf } from '../../core/shared/reasons/problems.ts';
import { type ComposeContext, messageBody, sendOperation } from '../gateway/api.ts';
import { textOf } from './as-text.ts';
import { LANGUAGE } from './draft.ts';
import { fillTemplate } from './filling/fill.ts';
import { templatesOf } from './store.ts';

const TemplateMessage = Type.Object(
  {
    number: Recipient,
    name: Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'Name of the template, such as `order_ready`',
      examples: ['order_ready'],
      failsWith: problem('not_template_name', { max: 512 }),
    }),
    language: parsedBy(
      Type.String({
        description: 'Language of the template, such as en or pt_BR; also as `{"code": "pt_BR"}`',
        examples: ['en_US'],
      }),
      (value) => {
        const code = isFields(value) ? value.code : value;
        return typeof code === 'string' && LANGUAGE.test(code)
          ? code
          : fieldError('not_language_code');
      },
    ),
    components: Type.Optional(
      Type.Unknown({
        type: 'array',
        items: { type: 'object' },
        description:
          'Values of the variables, as the official API takes them: `[{type: "body", parameters: [{type: "text", text}]}]`, with `parameter_name` where variables are named, and `header`, `button` (`sub_type`, `index`), `limited_time_offer` and `carousel` (`cards`). Absent if the template has no variables',
      }),
    ),
    webhookUrl: parsedIfPresent(
      Type.String({
        description: 'Not supported: events go to the webhook of the instance',
        examples: [''],
      }),
      (value) => (value === '' || value === null ? undefined : fieldError('webhook_url_not_taken')),
    ),
    mediaHeaders,
    ...contextFields,
  },
  { additionalProperties: true },
);
type TemplateMessage = Static<typeof TemplateMessage>;

/** Statuses in which templates can be sent: those that are flagged may be paused soon. */
const SENDABLE: ReadonlySet<string> = new Set(['APPROVED', 'FLAGGED', 'REINSTATED']);

/**
 * Throws 404 for a template that does not exist, 409 for one that cannot be sent now, 400 for parameters that do not
 * fit.
 */
export async function filledTemplate(
  { name, language, components }: Pick<TemplateMessage, 'name' | 'language' | 'components'>,
  templates: Pick<Templates, 'named'>,
): Promise<TemplateContent> {
  const template = sendable(await templates.named(name), name, language);
  return { kind: 'template', name, language, ...fillTemplate(template, components) };
}

const UNSENDABLE: Readonly<Record<string, FailureKind>> = {
  PAUSED: 'template_paused',
  DISABLED: 'template_disabled',
};

function sendable(named: readonly Template[], name: string, language: string): Template {
  const found = named.find((template) => template.language === language);
  if (found === undefined) {
    const others = named.map((template) => template.language).join(', ');
    const elsewhere = others && `: it is there in ${others}`;
    throw failure(
      'template_not_in_language',
      { name, language, elsewhere },
      { kind: 'no_template' },
    );
  }
  if (!SENDABLE.has(found.status))
    throw failure(
      'template_not_approved',
      { name, language, status: found.status },
      { kind: UNSENDABLE[found.status] ?? 'no_template' },
    );
  return found;
}

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
