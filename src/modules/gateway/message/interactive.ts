/**
 * Lists, buttons and carousels. The official API sends them. Paired phones send them in a form that WhatsApp means for
 * businesses of its own, if the caller or the operator asks to try; else a poll or text goes in their place, or nothing.
 */

import { Type } from '@sinclair/typebox';
import { NUMBER, PICTURE } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { words } from '../../../core/http/read-fields.ts';
import { showsChoices } from '../../../core/providers/all.ts';
import { requireWithinLimits } from '../../../core/providers/interactive-limits.ts';
import { contextFields } from '../../../core/sending/context.ts';
import { fileName } from '../../../core/sending/media-fields.ts';
import { mediaHeaders } from '../../../core/sending/media-headers.ts';
import { Recipient } from '../../../core/sending/recipient.ts';
import { invalid } from '../../../core/shared/errors.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { buttonsIn, listIn } from './choices.ts';
import { messageBody, sendOperation } from './operation.ts';
import { carouselIn, phoneButtonsIn } from './phone-choices.ts';
import { asChoices, composeForPhone, NO_CAROUSELS, NOT_SHOWN, objectsIn } from './shown-choices.ts';

const SHOWN = 'Sends the choices as they are on the official API. On other instances:';

const TRIED =
  'Choices that are tried go in a form that WhatsApp means for businesses of its own. If WhatsApp refuses it (405, 473, 479), the fallback is sent under the same id, and `Form` of `MessageStatus` says in which form the choices went.';

/** Fields that are checked together; their types are for those who read the documentation. */
export const Text = (description: string, example: string) =>
  Type.Optional(Type.Unknown({ type: 'string', description, examples: [example] }));
const Objects = (description: string) =>
  Type.Optional(Type.Unknown({ type: 'array', items: { type: 'object' }, description }));

const choiceFields = {
  number: Recipient,
  interactive: Type.Optional(
    Type.Literal('try', {
      description:
        '`try` sends the choices as such through a paired phone; defaults to INTERACTIVE_ON_PHONES. No effect on the official API',
      failsWith: problem('must_be', { value: 'try' }),
    }),
  ),
  fallback: Type.Optional(
    Type.Unsafe<'poll' | 'text'>({
      ...words('poll', 'text'),
      description:
        'Substitute where the choices are not shown: a poll of them, or a text that numbers them. By default nothing is sent, or the text if the choices are tried and refused',
      failsWith: problem('must_be_one_of_two', { one: 'poll', other: 'text' }),
    }),
  ),
  ...contextFields,
};

export const headingFields = {
  title: Text('Heading above the text, at most 60 characters', 'Sizes'),
  description: Text('Text below the heading, such as `Choose a size`', 'Choose a size'),
};

/** The file above the text; the official API shows it in place of the heading. */
export const fileAboveFields = {
  thumbnailUrl: Text(
    'Picture above the text: an http(s) URL, base64, or a data: URL in base64',
    'https://shop.example.com/sizes.png',
  ),
  videoUrl: Text(
    'Video above the text, given in the same ways as a picture',
    'https://shop.example.com/sizes.mp4',
  ),
  documentUrl: Text(
    'Document above the text, given in the same ways as a picture; `fileName` names it',
    'https://shop.example.com/sizes.pdf',
  ),
  fileName,
  mediaHeaders,
};

const ListMessage = NamedObject(
  'ListMessage',
  {
    ...choiceFields,
    ...headingFields,
    footerText: Text(
      'Small print below the text; in a poll, the last line of its question',
      'Free delivery',
    ),
    buttonText: Text(
      'Label of the button that opens the list, at most 20 characters; required if the list is sent as such or as a text',
      'Choose',
    ),
    sections: Objects(
      'Choices in sections: `[{title, rows: [{title, description, rowId}]}]`, 1-10 rows in all; in a poll 2-12 rows, each an option',
    ),
  },
  { additionalProperties: true },
);

const ButtonsMessage = NamedObject(
  'ButtonsMessage',
  {
    ...choiceFields,
    ...headingFields,
    footer: Text(
      'Small print below the text; in a poll, the last line of its question',
      'Free delivery',
    ),
    ...fileAboveFields,
    buttons: Objects(
      'Buttons: 1-3 of `{type: "reply", displayText, id}`, or one `{type: "url", displayText, url}`. A paired phone also takes `{type: "call", displayText, phoneNumber}` and `{type: "copy", displayText, copyCode}`, in any mixture, or one `{type: "pix", name, keyType, key, currency, amount}`. A poll takes 2-12 reply buttons, each an option',
    ),
  },
  { additionalProperties: true },
);

const CarouselMessage = NamedObject(
  'CarouselMessage',
  {
    ...choiceFields,
    body: Text('Text above the cards, 1-1024 characters', 'Our offers'),
    footer: Text('Small print below the text', 'While stocks last'),
    cards: Objects(
      'Cards, 1-10 of `{title, body, footer, imageUrl, buttons}` with 1-3 buttons each as in `/message/sendButtons`; `videoUrl` in place of `imageUrl` for a video. The files, as URLs or base64, have at most 16 MiB together',
    ),
    mediaHeaders,
  },
  { additionalProperties: true },
);

/** The question in the examples. */
const QUESTION = {
  number: NUMBER,
  title: 'Delivery',
  description: 'When may we come?',
  fallback: 'poll',
};

export const sendList = sendOperation('POST /message/sendList/:instanceName', {
  summary: 'Send a list, or its rows as a poll or text',
  description: `${SHOWN} ${NOT_SHOWN} ${TRIED}`,
  body: messageBody(ListMessage),
  failures: ['VALIDATION_ERROR'],
  agent: { tool: 'send_list', effect: 'adds' },
  example: {
    body: {
      ...QUESTION,
      buttonText: 'Choose',
      sections: [
        {
          title: 'This week',
          rows: [
            { title: 'Monday', rowId: 'monday' },
            { title: 'Tuesday', rowId: 'tuesday' },
          ],
        },
      ],
    },
  },
  compose({ title, description, footerText, sections, buttonText, ...rest }, context) {
    const list = () => listIn({ title, description, footerText, buttonText, sections });
    if (showsChoices(context.instance.provider))
      return asChoices(rest, { files: [], content: list }, context);
    const titles = objectsIn(sections)
      .flatMap(({ rows }) => objectsIn(rows))
      .map((row) => row.title);
    return composeForPhone(rest, context, {
      refusal: NOT_SHOWN,
      read() {
        const content = requireWithinLimits(list());
        return { files: [], content: () => content };
      },
      poll: {
        heading: [title, description, footerText],
        choices: titles,
        field: 'the titles of all rows',
      },
    });
  },
});

export const sendButtons = sendOperation('POST /message/sendButtons/:instanceName', {
  summary: 'Send buttons, or reply buttons as a poll or text',
  description: `${SHOWN} ${NOT_SHOWN} ${TRIED}`,
  body: messageBody(ButtonsMessage),
  takesFiles: 'when connected',
  failures: ['VALIDATION_ERROR'],
  agent: { tool: 'send_buttons', effect: 'adds' },
  example: {
    body: {
      ...QUESTION,
      buttons: [
        { type: 'reply', displayText: 'Monday', id: 'monday' },
        { type: 'reply', displayText: 'Tuesday', id: 'tuesday' },
      ],
    },
  },
  compose({ title, description, footer, buttons, ...more }, context) {
    const { thumbnailUrl, videoUrl, documentUrl, fileName: name, ...rest } = more;
    const header = { thumbnailUrl, videoUrl, documentUrl, fileName: name };
    const body = { title, description, footer, buttons, ...header };
    if (showsChoices(context.instance.provider))
      return asChoices(rest, buttonsIn(body, context.guard), context);
    // Nobody can call a number or open a page by a vote: such a button is no option.
    const texts = objectsIn(buttons).map(({ type = 'reply', displayText }) =>
      type === 'reply' ? displayText : null,
    );
    return composeForPhone(rest, context, {
      refusal: NOT_SHOWN,
      read: () => phoneButtonsIn(body, context.guard),
      poll: {
        heading: [title, description, footer],
        choices: texts,
        field: 'the texts of all reply buttons',
      },
    });
  },
});

const CARD = {
  title: 'Bread',
  body: 'Fresh every morning',
  imageUrl: `data:image/png;base64,${PICTURE}`,
  buttons: [{ type: 'reply', displayText: 'Order', id: 'bread' }],
};

export const sendCarousel = sendOperation('POST /message/sendCarousel/:instanceName', {
  summary: 'Send cards with buttons side by side, or all of it as a text',
  description: `Sends cards. Instances of the official API send carousels as templates, and answer 400. ${NO_CAROUSELS} ${TRIED} A poll is made of the reply buttons of all cards; neither fallback has the files.`,
  body: messageBody(CarouselMessage),
  takesFiles: 'when connected',
  failures: ['VALIDATION_ERROR'],
  agent: { tool: 'send_carousel', effect: 'adds' },
  example: {
    body: { number: NUMBER, body: 'Today', cards: [CARD], fallback: 'text' },
  },
  compose({ body, footer, cards, ...rest }, context) {
    if (showsChoices(context.instance.provider))
      throw invalid(
        'carousels are sent by the official API as templates: send each card as an image with a caption, or a template by POST /message/sendTemplate/{instanceName}',
      );
    const texts = objectsIn(cards)
      .flatMap((card) => objectsIn(card.buttons))
      .map(({ type = 'reply', displayText }) => (type === 'reply' ? displayText : null));
    return composeForPhone(rest, context, {
      refusal: NO_CAROUSELS,
      read: () => carouselIn({ body, footer, cards }, context.guard),
      poll: { heading: [body, footer], choices: texts, field: 'the texts of all reply buttons' },
    });
  },
});
