/** Lets the sandbox's phone act on chats, and its contacts show presence. */
import { Type } from '@sinclair/typebox';
import { described } from '../../../http/openapi-schema.ts';
import { words } from '../../../http/read-fields.ts';
import { Time } from '../../../http/time.ts';
import { invalid } from '../../../shared/errors.ts';
import { INSTANT_PROBLEM, readInstant } from '../../../shared/instant.ts';
import { NUMBER } from '../examples/known.ts';
import type { Operation } from '../operation.ts';
import { address, lenient, name } from './model.ts';
import { step } from './step.ts';

const ArrivingChat = Type.Object(
  {
    chat: address('The chat'),
    archived: Type.Optional(Type.Boolean({ description: 'Whether the chat is archived now' })),
    pinned: Type.Optional(Type.Boolean({ description: 'Whether the chat is pinned now' })),
    muted: Type.Optional(Type.Boolean({ description: 'Whether the chat is muted now' })),
    mutedUntil: Type.Optional(
      Time({ description: 'When the mute ends, for `muted`, ISO 8601; absent for always' }),
    ),
    unread: Type.Optional(
      Type.Boolean({ description: 'Whether the chat is marked as unread; false marks it as read' }),
    ),
    deleted: Type.Optional(
      Type.Literal(true, { description: 'Deletes the chat on the phone of the account' }),
    ),
  },
  lenient,
);

const ArrivingContact = Type.Object(
  {
    number: address('The contact that it is about'),
    lid: Type.Optional(address('LID, the address that hides the number')),
    name: Type.Optional(name('Name that the contact has now, such as `Ana`')),
    picture: Type.Optional(
      described(
        'Change of the picture of the contact, such as `removed`',
        words('changed', 'removed'),
      ),
    ),
  },
  lenient,
);

export const CHAT_STEPS: readonly Operation[] = [
  step('chat', {
    body: ArrivingChat,
    summary: 'Simulate that the phone archives, pins, mutes, marks or deletes a chat',
    description:
      'Changes a chat as on the phone; absent fields keep their values, and a call that changes nothing causes no event.',
    example: { body: { chat: NUMBER, archived: true } },
    said: 'Chat changed',
    run(sandbox, { mutedUntil, ...body }) {
      const until = mutedUntil === undefined ? undefined : readInstant(mutedUntil);
      if (until === null) throw invalid(`mutedUntil ${INSTANT_PROBLEM}`);
      return sandbox.chat({ ...body, ...(until !== undefined && { mutedUntil: until }) });
    },
  }),
  step('contact', {
    body: ArrivingContact,
    summary: 'Simulate a new LID, name or picture of a contact',
    description:
      'Changes the names of contacts that are stored; a call that changes nothing causes no event. With `lid`, two stored contacts become one.',
    example: { body: { number: NUMBER, name: 'Customer' } },
    said: 'Contact changed',
    run: (sandbox, body) => sandbox.contact(body),
  }),
];
