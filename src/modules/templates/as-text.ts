/** Writes templates as texts, for platforms on which nobody sees a template as such. Pure. */
import { isFields } from '../../core/http/read-fields.ts';
import type { NativeButton } from '../../core/providers/interactive.ts';
import type {
  FilledButton,
  FilledTemplate,
  TemplateComponent,
} from '../../core/providers/templates.ts';
import { numberedText } from '../../core/sending/numbered-text.ts';
import { type FieldProblem, problem } from '../../core/shared/reasons/problems.ts';

const TYPES = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'];
const HEADERS = ['TEXT', 'IMAGE', 'VIDEO', 'GIF', 'DOCUMENT'];
const BUTTONS = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'OTP'];

const notAsText = (field: string, values: readonly string[]): FieldProblem => ({
  field,
  ...problem('not_as_text', { values: values.join(', ') }),
});

/** Returns a problem for everything in checked components that no text can say. */
export const problemsAsText = (components: readonly TemplateComponent[]): FieldProblem[] =>
  components.flatMap(({ type, format, buttons }, index) => {
    const path = `components[${index}]`;
    if (!TYPES.includes(type)) return [notAsText(`${path}.type`, TYPES)];
    if (type === 'HEADER' && !HEADERS.includes(`${format}`))
      return [notAsText(`${path}.format`, HEADERS)];
    const all = Array.isArray(buttons) ? buttons.filter(isFields) : [];
    return all.flatMap((button, place) =>
      BUTTONS.includes(`${button.type}`)
        ? []
        : [notAsText(`${path}.buttons[${place}].type`, BUTTONS)],
    );
  });

/** The header is bold unless it is a file, the footer in italics, and each button a line; replies are numbered. */
export const textOf = ({ header, body, footer, buttons }: FilledTemplate): string =>
  numberedText({
    kind: 'native_buttons',
    ...(header?.kind === 'text' && { header: header.text }),
    text: body,
    ...(footer !== null && { footer }),
    buttons: buttons.flatMap(buttonOf),
  });

/** The body has the one-time password already. */
function buttonOf({ type, text, value = '' }: FilledButton): NativeButton[] {
  switch (type) {
    case 'QUICK_REPLY':
      return [{ type: 'reply', text, id: text }];
    case 'URL':
      return [{ type: 'url', text, url: value }];
    case 'PHONE_NUMBER':
      return [{ type: 'call', text, phoneNumber: value }];
    case 'COPY_CODE':
      return [{ type: 'copy', text, code: value }];
    default:
      return [];
  }
}
