/** Reading stored messages, chats and contacts back. */
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../http/failures.ts';
import { jsonNull } from '../../http/json-null.ts';
import { NamedObject } from '../../http/named-object.ts';
import { shownAsRequired } from '../../http/openapi-schema.ts';
import { checkedFields, readBy, uncheckedBody } from '../../http/read-fields.ts';
import type { LabelStore } from '../../messages/labels.ts';
import type { MessageStore } from '../../messages/store/store.ts';
import type { Clock } from '../../shared/clock.ts';
import { instanceFor } from '../guard.ts';
import type { InstanceDirectory } from '../instance/directory.ts';
import { instanceFailures, instanceParams } from '../operation.ts';
import { needs } from '../scopes.ts';
import { ChatRecords, FindChats, OneChat, toChatRecord, toOneChat } from './chat-model.ts';
import { ContactRecords, conditionsOf, FindContacts, toContactRecord } from './contact-model.ts';
import {
  cursorText,
  FindMessages,
  MessagePage,
  queryOf,
  toMessageRecord,
} from './message-model.ts';
import { PAGE_MAX, readJid, skippedBy } from './paging.ts';
import { FindStatus, StatusRecords, toStatusRecords } from './status-model.ts';

export interface StoreRoutesDeps {
  readonly directory: InstanceDirectory;
  readonly messageStore: MessageStore;
  readonly clock: Pick<Clock, 'now'>;
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
  /** `now`: ms since 1970. */
  readonly find: (
    store: MessageStore,
    instanceId: string,
    fields: Static<S>,
    now: number,
  ) => Promise<Static<A>>;
}

/** Gives the operation's own types to its parts. */
const findingOf = <S extends TObject, A extends TSchema>(one: Finding<S, A>): Finding<S, A> => one;

const finding = <S extends TObject, A extends TSchema>(
  { directory, messageStore, clock }: StoreRoutesDeps,
  { path, summary, description, body, answer, find }: Finding<S, A>,
) =>
  new Elysia({ name: path }).post(
    `${path}/:instanceName`,
    async (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      // The cast: a schema of its own needs no context to be read.
      const read = checkedFields as (schema: S, body: unknown) => Static<S>;
      context.set.status = 200;
      return find(messageStore, id, read(body, context.body ?? {}), clock.now());
    },
    {
      params: instanceParams,
      body: uncheckedBody(body),
      response: { 200: answer, ...storeFailures },
      detail: { tags: ['Chats'], security: needs('read'), summary, description },
    },
  );

const storeFailures = {
  ...instanceFailures,
  ...failures('CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED'),
};

/** How long it all goes back, and what there is when it does not. */
const STORED = 'For as long as `MESSAGE_STORE_HOURS` says; 409 while that is 0.';

const messages = findingOf({
  path: '/chat/findMessages',
  summary: 'The messages of a chat, or of all, the newest first',
  description: `By page, or with \`after\` set to \`next\`, however far back. Conditions on the writer, the kind or the source are put to 10 000 messages at a time: a page may then have fewer than asked for, and \`next\` goes on. Edits, deletions and reactions are messages of their own. ${STORED}`,
  body: FindMessages,
  answer: MessagePage,
  async find(store, instanceId, { page = 1, offset: limit = 50, after, ...asked }) {
    const offset = after === undefined ? skippedBy(page, limit) : 0;
    const found = await store.messages(instanceId, { ...queryOf(asked), after, offset, limit });
    return {
      messages: {
        total: found.total,
        pages: Math.ceil(found.total / limit),
        currentPage: page,
        next: found.next && cursorText(found.next),
        records: found.messages.map((message) => toMessageRecord(instanceId, message)),
      },
    };
  },
});

const statuses = findingOf({
  path: '/chat/findStatusMessage',
  summary: 'What became of messages that were sent',
  description: `One record for each change, the newest message first, and of each message its first change first. ${STORED}`,
  body: FindStatus,
  answer: StatusRecords,
  async find(store, instanceId, { where = {}, page = 1, offset: limit = 50 }) {
    const { keyId, id = keyId, remoteJid: chat } = where;
    const offset = skippedBy(page, limit);
    const query = { id, chat, source: 'web', offset, limit } as const;
    const found = await store.messages(instanceId, query);
    return found.messages.flatMap((message) => toStatusRecords(instanceId, message));
  },
});

const chats = findingOf({
  path: '/chat/findChats',
  summary: 'The chats, those with the newest message first',
  description: `Every chat of which a message is stored. ${STORED}`,
  body: FindChats,
  answer: ChatRecords,
  async find(
    store,
    instanceId,
    { where = {}, page = 1, offset: size = PAGE_MAX, after, ...asked },
    now,
  ) {
    const { remoteJid: chat, messageTimestamp: last } = where;
    const { take: limit = size, skip = skippedBy(page, limit) } = asked;
    const query = { chat, last, after, offset: after === undefined ? skip : 0, limit };
    const found = await store.chats(instanceId, query);
    return found.map((one) => toChatRecord(instanceId, one, now));
  },
});

const contacts = findingOf({
  path: '/chat/findContacts',
  summary: 'The people, groups and channels that messages came from or went to',
  description: `Those that came last first; each person once. ${STORED}`,
  body: FindContacts,
  answer: ContactRecords,
  async find(store, instanceId, { page = 1, offset: limit = PAGE_MAX, after, ...asked }) {
    const offset = after === undefined ? skippedBy(page, limit) : 0;
    const query = { ...conditionsOf(asked), after, offset, limit };
    const found = await store.contacts(instanceId, query);
    return found.map((contact) => toContactRecord(instanceId, contact));
  },
});

const ChatNamed = NamedObject('WhichChat', {
  remoteJid: readBy(shownAsRequired({ description: 'The chat' }), readJid),
});

// The cast: Elysia knows no handler that answers with a text of its own at times.
const none = () => jsonNull() as unknown as null;

const oneChat = ({ directory, messageStore, labelsOf }: StoreRoutesDeps) =>
  new Elysia({ name: 'one-chat' }).get(
    '/chat/findChatByRemoteJid/:instanceName',
    async (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      const { remoteJid: chat } = checkedFields(ChatNamed, context.query);
      const [found] = await messageStore.chats(id, { chat, offset: 0, limit: 1 });
      return found === undefined
        ? none()
        : toOneChat(id, found, await labelsOf(id).all(found.chat));
    },
    {
      params: instanceParams,
      query: ChatNamed,
      response: {
        200: Type.Union([OneChat, Type.Null()]),
        ...instanceFailures,
        ...failures('CONFLICT'),
      },
      detail: {
        tags: ['Chats'],
        security: needs('read'),
        summary: 'One chat',
        description: `null: no message of it is stored. ${STORED}`,
      },
    },
  );
