/**
 * Lists and buttons: the official API sends them; phones do not show those of personal accounts, so a poll is sent in
 * their place, or nothing.
 */
import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { type Fields, isFields, Wrong } from '../../../http/read-fields.ts';
import { showsChoices } from '../../../providers/all.ts';
import type { InteractiveContent } from '../../../providers/interactive.ts';
import type { OutgoingMessage } from '../../../providers/outgoing.ts';
import { contextFields, contextOf } from '../../../sending/context.ts';
import type { FindMessage } from '../../../sending/quoted.ts';
import { Recipient } from '../../../sending/recipient.ts';
import { AppError, invalid } from '../../../shared/errors.ts';
import { NUMBER } from '../examples/known.ts';
import { buttonsIn, listIn } from './choices.ts';
import { messageBody, sendOperation } from './operation.ts';
import { readPollName, readPollOptions } from './poll.ts';

const NOT_SHOWN =
  'Phones do not show lists and buttons of personal WhatsApp accounts. Send a text or a poll, or say "fallback": "poll" to send the choices as one.';

const SHOWN = 'Instances of the official API send them as they are; of others this is true:';

const Text = (description: string) => Type.Optional(Type.Unknown({ description }));

const bothFields = {
  number: Recipient,
  title: Text('The heading above the text'),
  description: Text('The text below the heading'),
  fallback: Type.Optional(
    Type.Literal('poll', {
      description: 'Where choices are not shown, a poll of them is sent; without it nothing is',
      failsWith: 'must be poll',
    }),
  ),
  ...contextFields,
};

const ListMessage = NamedObject(
  'ListMessage',
  {
    ...bothFields,
    footerText: Text('Small print below the text; of a poll the last line of its question'),
    buttonText: Text(
      'What the button that opens the list says; required for instances of the official API, unused elsewhere',
    ),
    sections: Type.Optional(
      Type.Unknown({
        description:
          'The choices in sections: `[{title, rows: [{title, description, rowId}]}]`, 1-10 rows in all; of a poll 2-12, each an option',
      }),
    ),
  },
  { additionalProperties: true },
);

const ButtonsMessage = NamedObject(
  'ButtonsMessage',
  {
    ...bothFields,
    footer: Text('Small print below the text; of a poll the last line of its question'),
    buttons: Type.Optional(
      Type.Unknown({
        description:
          'The buttons: 1-3 of `{type: "reply", displayText, id}`, or one `{type: "url", displayText, url}`; of a poll 2-12 reply buttons, each an option',
      }),
    ),
  },
  { additionalProperties: true },
);

/** Those of a list that are objects. */
const objectsIn = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.filter(isFields) : [];

/** 422 unless the caller wants a poll; 400 where the words do not make one. */
async function pollInstead(
  {
    number,
    fallback,
    ...context
  }: Pick<OutgoingMessage, 'number'> &
    Parameters<typeof contextOf>[0] & { readonly fallback?: 'poll' },
  { heading, choices, field }: { heading: unknown[]; choices: unknown[]; field: string },
  find: FindMessage,
): Promise<OutgoingMessage> {
  if (fallback === undefined) throw new AppError('unprocessable', NOT_SHOWN);
  const lines = heading.filter((one) => (one ?? '') !== '');
  const isText = lines.every((one) => typeof one === 'string');
  const name = readPollName(isText ? lines.join('\n') : null);
  const options = readPollOptions(choices);
  const problems = [
    ...(name instanceof Wrong ? name.sentencesOf('title with description and footer') : []),
    ...(options instanceof Wrong ? options.sentencesOf(field) : []),
  ];
  if (name instanceof Wrong || options instanceof Wrong) throw invalid(problems.join('; '));
  return {
    number,
    content: { kind: 'poll', name, options, selectableCount: 1 },
    ...(await contextOf(context, find)),
  };
}

type Shown = Pick<OutgoingMessage, 'number'> & Parameters<typeof contextOf>[0];

/** The choices themselves, by a platform that shows them. */
const choices = async (
  { number, ...context }: Shown,
  content: InteractiveContent,
  find: FindMessage,
): Promise<OutgoingMessage> => ({ number, content, ...(await contextOf(context, find)) });

/** What is asked in the examples. */
const QUESTION = {
  number: NUMBER,
  title: 'Delivery',
  description: 'When may we come?',
  fallback: 'poll',
};

export const sendList = sendOperation('POST /message/sendList/:instanceName', {
  summary: 'Send a list, or its rows as a poll',
  description: `${SHOWN} ${NOT_SHOWN}`,
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
  compose({ title, description, footerText, sections, ...rest }, { instance, find }) {
    if (showsChoices(instance.provider)) {
      const { fallback, buttonText, ...said } = rest;
      const list = listIn({ title, description, footerText, buttonText, sections });
      return choices(said, list, find);
    }
    const titles = objectsIn(sections)
      .flatMap(({ rows }) => objectsIn(rows))
      .map((row) => row.title);
    const heading = [title, description, footerText];
    return pollInstead(rest, { heading, choices: titles, field: 'the titles of all rows' }, find);
  },
});

export const sendButtons = sendOperation('POST /message/sendButtons/:instanceName', {
  summary: 'Send buttons, or reply buttons as a poll',
  description: `${SHOWN} ${NOT_SHOWN}`,
  body: messageBody(ButtonsMessage),
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
  compose({ title, description, footer, buttons, ...rest }, { instance, find }) {
    if (showsChoices(instance.provider)) {
      const { fallback, ...said } = rest;
      return choices(said, buttonsIn({ title, description, footer, buttons }), find);
    }
    // Nobody can call a number or open a page by a vote: such a button is no option.
    const texts = objectsIn(buttons).map(({ type = 'reply', displayText }) =>
      type === 'reply' ? displayText : null,
    );
    const heading = [title, description, footer];
    return pollInstead(
      rest,
      { heading, choices: texts, field: 'the texts of all reply buttons' },
      find,
    );
  },
});
