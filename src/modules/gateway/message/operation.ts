/** Shared by the operations that send a message. */
import type { Static, TObject } from '@sinclair/typebox';
import { addWarning } from '../../../core/http/body-reader.ts';
import type { Code } from '../../../core/http/failures.ts';
import type { IdempotentWork } from '../../../core/http/idempotency.ts';
import { checkedBy } from '../../../core/http/read-fields.ts';
import type { AgentOffer, RouteExample } from '../../../core/http/route-detail.ts';
import type { InstanceRecord } from '../../../core/instances/directory.ts';
import type { FindMessage } from '../../../core/messages/find.ts';
import type { MessageLog } from '../../../core/messages/log.ts';
import type { UploadedFile } from '../../../core/messages/uploaded-files.ts';
import type { HeaderFile } from '../../../core/providers/interactive.ts';
import type { LinkPreview, OutgoingMessage } from '../../../core/providers/outgoing.ts';
import type { HeaderFileRequest } from '../../../core/sending/header-files.ts';
import type { MediaRequest } from '../../../core/sending/media-fields.ts';
import {
  eachWithMediaHeaders,
  type WithMediaHeaders,
  withMediaHeaders,
} from '../../../core/sending/media-headers.ts';
import { type SendTime, type SendTimeFields, sendTimeOf } from '../../../core/sending/send-time.ts';
import {
  type AcceptedMessage,
  requireConnected,
  startWhenConnected,
} from '../../../core/sending/sender.ts';
import type { Username } from '../../../core/shared/addresses/username.ts';
import { type AppError, failure } from '../../../core/shared/errors.ts';
import { type BodyReader, formBody, readBody } from '../body.ts';
import { instanceOperation, type Operation, type Route } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';
import { MessageSent, toMessageSent } from './model.ts';
import { flatBody, otherNamesOf } from './older-bodies.ts';
import { withOwner } from './usernames.ts';

/** The arguments with which a message is composed. */
export interface ComposeContext
  extends Pick<GatewayParts, 'db' | 'clock' | 'cloudOf' | 'guard' | 'interactiveOnPhones'> {
  readonly instance: InstanceRecord;
  readonly find: FindMessage;
  /** Finds a file that was uploaded for the instance. */
  readonly uploaded: (fileId: string) => Promise<UploadedFile | null>;
  readonly preview: (text: string) => Promise<LinkPreview | null>;
}

/** A message with files above its texts, which are fetched before it is sent. */
export interface MessageWithFiles {
  readonly files: readonly HeaderFileRequest[];
  /** Takes the files in their order. */
  readonly message: (files: readonly HeaderFile[]) => OutgoingMessage;
}

type MessageRequest = OutgoingMessage | MessageWithFiles | MediaRequest;

interface SendDeclaration<T> {
  readonly summary: string;
  /** Says what the operation does; the answers that all of them may give follow. */
  readonly description: string;
  readonly body: BodyReader<T>;
  /** Default: 201. */
  readonly status?: 200;
  /** Failures beside those that all of them may have. */
  readonly failures?: readonly Code[];
  /** As in the declaration of an operation. */
  readonly takesFiles?: 'when connected';
  readonly agent: AgentOffer;
  readonly example?: RouteExample;
  /** Refuses what the schema cannot: 404 for messages that are not stored, 400 and 409 for what may not be done. */
  compose(body: T, context: ComposeContext): Promise<MessageRequest> | MessageRequest;
}

const REFUSALS =
  'Answers 409 if the instance is not connected, unless the message is scheduled. Answers 502 if the platform has not confirmed the message: Gatehouse does not send it again, and its status says what became of it once that is known; the error has the id to ask for. If the error says that the message was not sent, send it again.';

const LARGE_REFUSAL =
  'While the instance is not connected, a scheduled message above 1 MiB needs an Idempotency-Key.';

/** An operation that sends the message that `compose` gives, once per Idempotency-Key. */
export const sendOperation = <const R extends Route, T>(
  route: R,
  { description, failures = [], compose, ...declared }: SendDeclaration<T>,
): Operation =>
  instanceOperation(route, {
    tag: 'Messages',
    scope: 'send',
    status: 201,
    ...declared,
    description: [description, REFUSALS, ...(declared.takesFiles ? [LARGE_REFUSAL] : [])].join(' '),
    answer: MessageSent,
    failures: ['CONFLICT', 'UPSTREAM_ERROR', ...failures],
    idempotency: 'resumes',
    audit: { unaudited: 'Messages are many, and each has its own row with all that became of it.' },
    async run(parts, { instance, body: sentBody, request, idempotentWork }) {
      const { signal } = request;
      const { messages, uploadedFiles, previewOf, clock, sendMedia, evolutionMode } = parts;
      const { id } = instance;
      const found = idempotentWork && (await findEarlierSend(parts, instance, idempotentWork));
      if (found) return toMessageSent(id, found, evolutionMode);
      const body = await withOwner(sentBody, (username) => ownerOf(parts, id, username));
      // The cast: operations whose messages never wait do without these fields.
      const readWhen = () => sendTimeOf(body as SendTimeFields, clock.now());
      // The time of a message with a file is read with the file, after the file's size is checked.
      const when = declared.takesFiles ? null : readWhen();
      const message = await compose(body, {
        ...parts,
        instance,
        find: (...asked) => messages.find(id, ...asked),
        uploaded: (fileId) => uploadedFiles.findOf(id, fileId),
        preview: (text) => previewOf(id, text, signal),
      });
      const { mediaHeaders: headers } = body as WithMediaHeaders;
      const options = { headers, signal, idempotentWork };
      const accepted =
        'file' in message
          ? await sendMedia(
              id,
              {
                ...message,
                file: withMediaHeaders(message.file, headers),
                ...idFor(idempotentWork),
              },
              signal,
            )
          : await sendComposed(parts, instance, message, { ...options, when: when ?? readWhen() });
      if ('loss' in accepted && typeof accepted.loss === 'string')
        addWarning(request, accepted.loss);
      return toMessageSent(id, accepted, evolutionMode);
    },
  });

const ownerOf = ({ sessions }: GatewayParts, id: string, username: Username) =>
  startWhenConnected(sessions, id, async (session) => ({
    answer: session.chats().findUsername(username),
  }));

const idFor = (work: IdempotentWork | null) => work && { id: work.messageId() };

interface SendOptions {
  readonly when: SendTime;
  readonly headers: WithMediaHeaders['mediaHeaders'];
  readonly signal: AbortSignal;
  readonly idempotentWork: IdempotentWork | null;
}

/** Files are fetched only for a message that can be sent or queued then. */
async function sendComposed(
  { send, withHeaderFiles }: GatewayParts,
  instance: InstanceRecord,
  message: OutgoingMessage | MessageWithFiles,
  { when, headers, signal, idempotentWork }: SendOptions,
): Promise<AcceptedMessage> {
  const { id } = instance;
  const fixedId = idFor(idempotentWork);
  if (!('files' in message)) return send(id, { message: { ...message, ...fixedId } }, when);
  if (when.scheduleAt === null) requireConnected(instance);
  const requests = eachWithMediaHeaders(message.files, headers);
  return withHeaderFiles(id, requests, signal, (files) =>
    send(id, { message: { ...message.message(files), ...fixedId } }, when),
  );
}

/** The body of a message, also as older clients write it. */
export function messageBody<S extends TObject>(schema: S): BodyReader<Static<S>> {
  const otherNames = otherNamesOf(schema.properties);
  return readBody({ ...schema, otherNames }, (body) =>
    checkedBy(schema, flatBody(body, otherNames)),
  );
}

/** The same with a file in the field `fileField`, of a form in its part `file`. */
export function fileBody<S extends TObject>(schema: S, fileField: string): BodyReader<Static<S>> {
  const otherNames = otherNamesOf(schema.properties);
  return formBody({ ...schema, otherNames }, fileField, (body, { guard }) =>
    checkedBy(schema, flatBody(body, otherNames), guard),
  );
}

/**
 * Returns the stored message that an earlier attempt at the same request has sent or queued, without comparing the
 * content. Returns null if no such message is stored: it is still to be sent, since a message is stored before it is
 * sent. Throws if the stored status says that it was not sent, or that the outcome is unknown.
 */
export async function findEarlierSend(
  { messages }: { readonly messages: Pick<MessageLog, 'fateOf'> },
  { id: instanceId, profileName }: Pick<InstanceRecord, 'id' | 'profileName'>,
  work: IdempotentWork,
  part?: string,
): Promise<AcceptedMessage | null> {
  if (!work.isRepeat) return null;
  const id = work.messageId(part);
  const fate = await messages.fateOf(instanceId, id);
  if (fate === null) return null;
  const { chat, status, reason, history, platformId } = fate;
  if (status === 'Error') throw failure('earlier_send_failed', { id, problem: reason ?? '' });
  if (status === 'Unknown') throw unknownFate(id);
  return {
    id,
    remoteJid: chat,
    timestamp: Math.floor((history[0]?.at ?? 0) / 1_000),
    message: {},
    pushName: profileName ?? '',
    isQueued: status === 'Queued',
    ...(platformId !== undefined && { platformId }),
  };
}

const unknownFate = (id: string): AppError =>
  failure('fate_unknown', { id }, { kind: 'unknown_fate', mayBeDone: true });
