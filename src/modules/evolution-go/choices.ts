/** Paths of /send with choices, as Evolution Go has them: buttons, lists and carousels. */
import { fieldsIn, isFields } from '../../core/http/read-fields.ts';
import { FILE, mediaHeaders, optional, PICTURE_URL, text } from './fields.ts';
import type { GoRows } from './operation.ts';
import { list, message } from './send.ts';

const NO_BUTTONS =
  'Sends choices. Phones of personal accounts do not show them, so the answer is 422 unless `fallback` is `poll` or `text`, the form in which the choices are then sent. With `interactive: "try"` they are tried, and the fallback is sent if WhatsApp refuses them.';
const tried = {
  mediaHeaders,
  interactive: optional(
    '`try` sends the choices as such; defaults to INTERACTIVE_ON_PHONES',
    'try',
  ),
  fallback: optional(
    '`poll` or `text`: the substitute where the choices are not shown. By default nothing is sent, or a text if they are tried and refused',
    'poll',
  ),
};
const choices = { ...tried, title: optional('Heading above the text, such as `Sizes`', 'Sizes') };

/** Cards have their texts and files one object deeper here. */
function flatCard(card: unknown): unknown {
  if (!isFields(card)) return card;
  const { header, body, ...rest } = card;
  const { title, subtitle, imageUrl, videoUrl } = fieldsIn(header);
  const heading = [title, subtitle].filter((line) => typeof line === 'string' && line !== '');
  return {
    ...rest,
    title: heading.length > 0 ? heading.join(' · ') : undefined,
    body: isFields(body) ? body.text : body,
    imageUrl,
    videoUrl,
  };
}

const DAYS = ['Monday', 'Tuesday'];
const toRow = (day: string) => ({ title: day, rowId: day.toLowerCase() });

export const CHOICES: GoRows = {
  'POST /send/button': message('Send buttons, or reply buttons as a poll or text', {
    description: NO_BUTTONS,
    takesFiles: 'when connected',
    body: {
      ...choices,
      thumbnailUrl: optional(
        `Picture above the heading if buttons are tried: ${FILE}`,
        'https://shop.example.com/sizes.png',
      ),
      buttons: list(
        'Buttons, each `{type: "reply", displayText, id}`; if they are tried 1-3 of type `reply`, `url`, `call` or `copy`, or one of type `pix`',
        [{ type: 'reply', displayText: 'Small', id: 's' }],
      ),
    },
    example: {
      title: 'When may we come?',
      buttons: DAYS.map((day) => ({ type: 'reply', displayText: day, id: day.toLowerCase() })),
      fallback: 'poll',
    },
    operation: 'POST /message/sendButtons/:instanceName',
    names: { description: 'description', footer: 'footer' },
  }),
  'POST /send/list': message('Send a list, or its rows as a poll or text', {
    description: NO_BUTTONS,
    body: {
      ...choices,
      buttonText: optional('Label of the button that opens the list; unused in a poll', 'Choose'),
      sections: list('Choices in sections, each `{title, rows: [{title, description, rowId}]}`', [
        { title: 'Sizes', rows: [{ title: 'Small', description: 'Up to 60 kg', rowId: 's' }] },
      ]),
    },
    example: {
      title: 'When may we come?',
      buttonText: 'Choose',
      sections: [{ title: 'This week', rows: DAYS.map(toRow) }],
      fallback: 'poll',
    },
    operation: 'POST /message/sendList/:instanceName',
    names: { description: 'description', footerText: 'footerText' },
  }),
  'POST /send/carousel': message('Send cards with buttons side by side, or as a text', {
    description: NO_BUTTONS,
    takesFiles: 'when connected',
    body: {
      ...tried,
      body: text('Text above the cards, such as `Our offers`', 'Our offers'),
      footer: optional('Small print below the text', 'While stocks last'),
      cards: list(
        'Cards, 1-10 of `{header: {title, subtitle, imageUrl, videoUrl}, body: {text}, footer, buttons}`',
        [
          {
            body: { text: 'Blue shirt' },
            buttons: [{ type: 'reply', displayText: 'Buy', id: 'blue' }],
          },
        ],
      ),
    },
    example: {
      body: 'Today',
      cards: [
        {
          header: { title: 'Bread', imageUrl: PICTURE_URL },
          body: { text: 'Fresh every morning' },
          buttons: [{ type: 'reply', displayText: 'Order', id: 'bread' }],
        },
      ],
      fallback: 'text',
    },
    operation: 'POST /message/sendCarousel/:instanceName',
    mapBody: (fields) => ({
      ...fields,
      cards: Array.isArray(fields.cards) ? fields.cards.map(flatCard) : fields.cards,
    }),
  }),
};
