/** The body of message/sendTemplate, and the template that it names, filled in. */

import { type Static, Type } from '@sinclair/typebox';
import { fieldError, isFields, parsedBy, parsedIfPresent } from '../../core/http/read-fields.ts';
import type { Template, TemplateContent, Templates } from '../../core/providers/templates.ts';
import { contextFields } from '../../core/sending/context.ts';
import { mediaHeaders } from '../../core/sending/media-headers.ts';
import { Recipient } from '../../core/sending/recipient.ts';
import { type FailureKind, failure } from '../../core/shared/errors.ts';
import { problem } from '../../core/shared/reasons/problems.ts';
import { LANGUAGE } from './draft.ts';
import { fillTemplate } from './filling/fill.ts';

export const TemplateMessage = Type.Object(
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
export type TemplateMessage = Static<typeof TemplateMessage>;

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
