/** Writes templates as texts, for platforms on which nobody sees a template as such. Pure. */
import { isFields } from '../../core/http/read-fields.ts';
import type { NativeButton } from '../../core/providers/interactive.ts';
import type { FilledButton, FilledTemplate } from '../../core/providers/template-message.ts';
import type { TemplateComponent } from '../../core/providers/templates.ts';
import { numberedText } from '../../core/sending/numbered-text.ts';

const TYPES = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'];
const HEADERS = ['TEXT', 'IMAGE', 'VIDEO', 'GIF', 'DOCUMENT'];
const BUTTONS = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'OTP'];
const REASON = 'since this instance sends templates as texts';

/** Returns a sentence for everything in checked components that no text can say. */
export const problemsAsText = (components: readonly TemplateComponent[]): string[] =>
  components.flatMap(({ type, format, buttons }, index) => {
    const path = `components[${index}]`;
    if (!TYPES.includes(type))
      return [`${path}.type must be one of ${TYPES.join(', ')}, ${REASON}`];
    if (type === 'HEADER' && !HEADERS.includes(`${format}`))
      return [`${path}.format must be one of ${HEADERS.join(', ')}, ${REASON}`];
    const all = Array.isArray(buttons) ? buttons.filter(isFields) : [];
    return all.flatMap((button, place) =>
      BUTTONS.includes(`${button.type}`)
        ? []
        : [`${path}.buttons[${place}].type must be one of ${BUTTONS.join(', ')}, ${REASON}`],
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
