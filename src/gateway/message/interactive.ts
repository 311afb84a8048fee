/** Lists and buttons: phones of personal accounts do not show them, so a poll is sent in their place, or nothing. */
import { Type } from '@sinclair/typebox';
import { failures } from '../../http/failures.ts';
import { NamedObject } from '../../http/named-object.ts';
import { type Fields, isFields, Wrong } from '../../http/read-fields.ts';
import type { OutgoingMessage } from '../../providers/outgoing.ts';
import { AppError, invalid } from '../../shared/errors.ts';
import { contextFields, contextOf, type FindMessage } from './context.ts';
import type { SendOperation } from './operation.ts';
import { readPollName, readPollOptions } from './poll.ts';
import { Recipient } from './recipient.ts';

const NOT_SHOWN =
  'Phones do not show lists and buttons of personal WhatsApp accounts. Send a text or a poll, or say "fallback": "poll" to send the choices as one.';

const Text = (description: string) => Type.Optional(Type.Unknown({ description }));

const bothFields = {
  number: Recipient,
  title: Text('Heads the poll'),
  description: Text('Follows the title'),
  fallback: Type.Optional(
    Type.Literal('poll', {
      description: 'A poll of the choices is sent; without it nothing is',
      failsWith: 'must be poll',
    }),
  ),
  ...contextFields,
};

const ListMessage = NamedObject(
  'ListMessage',
  {
    ...bothFields,
    footerText: Text('Ends the name of the poll'),
    sections: Type.Optional(
      Type.Unknown({
        description: '`[{title, rows: [{title}]}]`, 2-12 rows in all; each is an option',
      }),
    ),
  },
  { additionalProperties: true },
);

const ButtonsMessage = NamedObject(
  'ButtonsMessage',
  {
    ...bothFields,
    footer: Text('Ends the name of the poll'),
    buttons: Type.Optional(
      Type.Unknown({ description: '2-12 of `{type: "reply", displayText}`; each is an option' }),
    ),
  },
  { additionalProperties: true },
);

const listOf = (value: unknown): readonly Fields[] =>
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

const common = { failures: failures('VALIDATION_ERROR') };

export const sendList: SendOperation<typeof ListMessage> = {
  ...common,
  name: 'sendList',
  summary: 'Send the rows of a list as a poll',
  description: `${NOT_SHOWN} `,
  schema: ListMessage,
  compose: ({ title, description, footerText, sections, ...rest }, find) => {
    const choices = listOf(sections)
      .flatMap(({ rows }) => listOf(rows))
      .map((row) => row.title);
    const heading = [title, description, footerText];
    return pollInstead(rest, { heading, choices, field: 'the titles of all rows' }, find);
  },
};

export const sendButtons: SendOperation<typeof ButtonsMessage> = {
  ...common,
  name: 'sendButtons',
  summary: 'Send reply buttons as a poll',
  description: `${NOT_SHOWN} `,
  schema: ButtonsMessage,
  compose: ({ title, description, footer, buttons, ...rest }, find) => {
    // Nobody can call a number or open a page by a vote: such a button is no option.
    const choices = listOf(buttons).map(({ type = 'reply', displayText }) =>
      type === 'reply' ? displayText : null,
    );
    const heading = [title, description, footer];
    return pollInstead(rest, { heading, choices, field: 'the texts of all reply buttons' }, find);
  },
};
