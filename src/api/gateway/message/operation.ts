/** What the operations that send a message have in common. */
import type { Static, TObject } from '@sinclair/typebox';
import { failures } from '../../../http/failures.ts';
import { type IdempotencyStore, idempotencyKeyHeader } from '../../../http/idempotency.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs } from '../../../instances/scopes.ts';
import type { MessageLog } from '../../../messages/log.ts';
import type { LinkPreview, OutgoingMessage } from '../../../providers/outgoing.ts';
import type { FindMessage } from '../../../sending/context.ts';
import type { PreviewOf } from '../../../sending/preview/link-preview.ts';
import type { Send } from '../../../sending/sender.ts';
import type { Clock } from '../../../shared/clock.ts';
import { instanceFailures } from '../operation.ts';

export interface SendDeps {
  readonly directory: InstanceDirectory;
  readonly send: Send;
  readonly clock: Pick<Clock, 'now'>;
  readonly idempotency: IdempotencyStore;
  readonly messages: Pick<MessageLog, 'find'>;
  readonly previewOf: PreviewOf;
}

export interface SendOperation<S extends TObject> {
  /** The path after `/message/`, unless another is given. */
  readonly name: string;
  /** Without the instance's name. */
  readonly path?: string;
  /** Absent: POST. */
  readonly method?: 'POST' | 'DELETE';
  /** Of the answer; absent: 201. */
  readonly status?: 200;
  /** What it may answer besides what all of them may. */
  readonly failures?: ReturnType<typeof failures>;
  readonly summary: string;
  /** What else the documentation says, a sentence and a blank. */
  readonly description?: string;
  readonly schema: S;
  /** Refuses what the schema cannot: 404 for messages that are not stored, 400 and 409 for what may not be done. */
  readonly compose: (
    fields: Static<S>,
    find: FindMessage,
    preview: (text: string) => Promise<LinkPreview | null>,
    /** Whether the platform of the instance shows lists and buttons. */
    showsChoices: boolean,
  ) => Promise<OutgoingMessage>;
}

export const sendFailures = { ...instanceFailures, ...failures('CONFLICT', 'UPSTREAM_ERROR') };

const REFUSALS =
  'An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again.';

export const sendDetail = (summary: string, more = '') => ({
  tags: ['Messages'],
  security: needs('send'),
  summary,
  description: `${more}${REFUSALS}`,
  requestHeaders: [idempotencyKeyHeader],
});
