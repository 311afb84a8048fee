/** Reading stored messages, chats and contacts back. */
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../../http/failures.ts';
import { jsonNull } from '../../../http/json-null.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { shownAsRequired } from '../../../http/openapi-schema.ts';
import { checkedFields, readBy, uncheckedBody } from '../../../http/read-fields.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs } from '../../../instances/scopes.ts';
import type { LabelStore } from '../../../messages/labels.ts';
import type { ChatRow } from '../../../messages/store/find-chats.ts';
import { cursorOf } from '../../../messages/store/find-messages.ts';
import type { SizedRow } from '../../../messages/store/sized-rows.ts';
import type { MessageStore } from '../../../messages/store/store.ts';
import { instanceFor } from '../guard.ts';
import { connectedFailures, instanceParams } from '../operation.ts';
import { PAGE_BYTES_MAX } from '../page-query.ts';
import { ChatRecords, chatRecordText, FindChats, OneChat, toOneChat } from './chat-model.ts';
import { ContactRecords, conditionsOf, FindContacts, toContactRecord } from './contact-model.ts';
import {
  cursorText,
  FindMessages,
  MessagePage,
  messageRecordText,
  queryOf,
} from './message-model.ts';
import { PAGE_MAX, readJid, skippedBy } from './paging.ts';
import { answerFromStore, joinRecords, type Reading, type ReadingDeps } from './reading.ts';
import { FindStatus, StatusRecords, toStatusRecords } from './status-model.ts';

export interface StoreRoutesDeps extends ReadingDeps {
  readonly directory: InstanceDirectory;
  readonly labelsOf: (instanceId: string) => Pick<LabelStore, 'all'>;
}

export const storeRoutes = (deps: StoreRoutesDeps) =>
  new Elysia({ name: 'message-store' })
    .use(finding(deps, messages))
    .use(finding(deps, statuses))
    .use(finding(deps, chats))
    .use(finding(deps, contacts))
    .use(oneChat(deps));

interface Finding<S extends TObject, A extends TSchema> {
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly body: S;
  readonly answer: A;
  /** The answer as pieces of JSON. */
  readonly find: (asked: PageRequest, fields: Static<S>) => Promise<string[]>;
}

interface PageRequest {
  readonly store: MessageStore;
  readonly reading: Reading;
  readonly instanceId: string;
  /** Ms since 1970. */
  readonly now: number;
}

/** Gives the operation's own types to its parts. */
const findingOf = <S extends TObject, A extends TSchema>(one: Finding<S, A>): Finding<S, A> => one;

const finding = <S extends TObject, A extends TSchema>(
  deps: StoreRoutesDeps,
  { path, summary, description, body, answer, find }: Finding<S, A>,
) =>
  new Elysia({ name: path }).post(
    `${path}/:instanceName`,
    async ({ request, params, body: given }) => {
      const { id: instanceId } = instanceFor({ request }, deps.directory, params.instanceName);
      // The cast: a schema of its own needs no context to be read.
      const read = checkedFields as (schema: S, body: unknown) => Static<S>;
      const fields = read(body, given ?? {});
      const { messageStore: store, clock } = deps;
      return answerFromStore(deps, request, (reading) =>
        find({ store, reading, instanceId, now: clock.now() }, fields),
      );
    },
    {
      params: instanceParams,
      body: uncheckedBody(body),
      response: { 200: answer, ...storeFailures },
      detail: { tags: ['Chats'], security: needs('read'), summary, description },
    },
  );

const storeFailures = { ...connectedFailures, ...failures('RATE_LIMITED') };

/** How long it all goes back, and what there is when it does not. */
const STORED = 'For as long as `MESSAGE_STORE_HOURS` says; 409 while that is 0.';

const messages = findingOf({
  path: '/chat/findMessages',
  summary: 'The messages of a chat, or of all, the newest first',
  description: `By page, or with \`after\` set to \`next\`, however far back. A page ends after about 8 MiB, or with the one message that is larger; \`next\` then goes on. Conditions on the writer, the kind or the source are put to 10 000 messages at a time: a page may then have fewer than asked for, and \`next\` goes on. Edits, deletions and reactions are messages of their own. ${STORED}`,
  body: FindMessages,
  answer: MessagePage,
  async find(
    { store, reading, instanceId },
    { page = 1, offset: limit = 50, after, ...conditions },
  ) {
    const offset = after === undefined ? skippedBy(page, limit) : 0;
    const query = { ...queryOf(conditions), after, offset, limit };
    const { messages: rows, total, next } = await store.messages(instanceId, query);
    const { pieces, cutAfter } = await joinRecords(reading, rows, async (part) =>
      (await store.readMessages(part)).map((one) => messageRecordText(instanceId, one)),
    );
    const goesOn = cutAfter === null ? next : cursorOf(cutAfter);
    const head = JSON.stringify({
      total,
      pages: Math.ceil(total / limit),
      currentPage: page,
      next: goesOn && cursorText(goesOn),
    });
    return [`{"messages":${head.slice(0, -1)},"records":[`, ...pieces, ']}}'];
  },
});

const statuses = findingOf({
  path: '/chat/findStatusMessage',
  summary: 'What became of messages that were sent',
  description: `One record for each change, the newest message first, and of each message its first change first. ${STORED}`,
  body: FindStatus,
  answer: StatusRecords,
  async find({ store, reading, instanceId }, { where = {}, page = 1, offset: limit = 50 }) {
    const { keyId, id = keyId, remoteJid: chat } = where;
    const offset = skippedBy(page, limit);
    const query = { id, chat, source: 'web', offset, limit } as const;
    const { messages: rows } = await store.messages(instanceId, query);
    return listOf(reading, withoutContent(rows), async (part) =>
      (await store.readMessageFates(part))
        .flatMap((message) => toStatusRecords(instanceId, message))
        .map((record) => JSON.stringify(record)),
    );
  },
});

const chats = findingOf({
  path: '/chat/findChats',
  summary: 'The chats, those with the newest message first',
  description: `Every chat of which a message is stored. Once the last messages of a page have about 8 MiB, those of further chats come without their \`message\`, with \`messageLeftOut\`, unless they still fit. ${STORED}`,
  body: FindChats,
  answer: ChatRecords,
  async find(
    { store, reading, instanceId, now },
    { where = {}, page = 1, offset: size = PAGE_MAX, after, ...paging },
  ) {
    const { remoteJid: chat, messageTimestamp: last } = where;
    const { take: limit = size, skip = skippedBy(page, limit) } = paging;
    const query = { chat, last, after, offset: after === undefined ? skip : 0, limit };
    const rows = shownWithin(PAGE_BYTES_MAX, await store.chats(instanceId, query));
    return listOf(reading, rows, async (part) =>
      (await store.readChats(part)).map((one) => chatRecordText(instanceId, one, now)),
    );
  },
});

/** The chats, of which those whose newest message has no room are shown without its content; the first one has. */
function shownWithin(bytesMax: number, rows: readonly ChatRow[]): ChatRow[] {
  let room = bytesMax;
  return rows.map((row, index) => {
    const isShown = index === 0 || row.bytes <= room;
    if (isShown) room -= row.bytes;
    return isShown ? row : { ...row, isShown, bytes: 0 };
  });
}

const contacts = findingOf({
  path: '/chat/findContacts',
  summary: 'The people, groups and channels that messages came from or went to',
  description: `Those that came last first; each person once. ${STORED}`,
  body: FindContacts,
  answer: ContactRecords,
  async find(
    { store, reading, instanceId },
    { page = 1, offset: limit = PAGE_MAX, after, ...conditions },
  ) {
    const offset = after === undefined ? skippedBy(page, limit) : 0;
    const query = { ...conditionsOf(conditions), after, offset, limit };
    return listOf(reading, await store.contacts(instanceId, query), async (part) =>
      (await store.readContacts(part)).map((one) =>
        JSON.stringify(toContactRecord(instanceId, one)),
      ),
    );
  },
});

/** Of messages without their content, which is not read. */
const withoutContent = (rows: readonly SizedRow[]): SizedRow[] =>
  rows.map(({ id }) => ({ id, bytes: 0 }));

/** A list that has no field for where it goes on: it has all records, which are small. */
async function listOf<R extends SizedRow>(
  reading: Reading,
  rows: readonly R[],
  textsOf: (part: readonly R[]) => Promise<readonly string[]>,
): Promise<string[]> {
  const { pieces } = await joinRecords(reading, rows, textsOf, Number.POSITIVE_INFINITY);
  return ['[', ...pieces, ']'];
}

const ChatNamed = NamedObject('WhichChat', {
  remoteJid: readBy(
    shownAsRequired({ description: 'The chat that is asked for: a phone number or a JID' }),
    readJid,
  ),
});

// The cast: Elysia knows no handler that answers with a text of its own at times.
const none = () => jsonNull() as unknown as null;

const oneChat = ({ directory, messageStore, labelsOf }: StoreRoutesDeps) =>
  new Elysia({ name: 'one-chat' }).get(
    '/chat/findChatByRemoteJid/:instanceName',
    async (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      const { remoteJid: chat } = checkedFields(ChatNamed, context.query);
      const rows = await messageStore.chats(id, { chat, offset: 0, limit: 1 });
      const [found] = await messageStore.readChats(rows.map((row) => ({ ...row, isShown: false })));
      return found === undefined
        ? none()
        : toOneChat(id, found, await labelsOf(id).all(found.chat));
    },
    {
      params: instanceParams,
      query: ChatNamed,
      response: {
        200: Type.Union([OneChat, Type.Null()]),
        ...connectedFailures,
      },
      detail: {
        tags: ['Chats'],
        security: needs('read'),
        summary: 'One chat',
        description: `null: no message of it is stored. ${STORED}`,
      },
    },
  );
