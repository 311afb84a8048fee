/** Listing instances, with the fields that older clients read. */

import { type Static, Type } from '@sinclair/typebox';
import { streamJson } from '../../../core/http/large-answer.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { orNull, textOrNull } from '../../../core/http/nullable.ts';
import { words } from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import { type InstanceRecord, storedName } from '../../../core/instances/directory.ts';
import type { StoredTotals } from '../../../core/messages/store/statements.ts';
import type { KnownNumber } from '../../../core/providers/credentials.ts';
import type { Phase } from '../../../core/providers/provider.ts';
import { iso, yieldToEventLoop } from '../../../core/shared/clock.ts';
import { type GatewayPrincipal, visibleInstances } from '../guard.ts';
import { operation } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';
import { INTEGRATIONS, integrationOf } from './cloud-fields.ts';
import { Instance, toInstance } from './model.ts';

const InstanceQuery = Type.Object({
  instanceName: Type.Optional(
    Type.String({
      description: 'Only the instance with this name, such as `shop`',
      examples: ['shop'],
    }),
  ),
  instanceId: Type.Optional(
    Type.String({
      description: 'Only the instance with this id, a UUID',
      examples: ['01a1fa97-1c29-769b-a28f-b5665e4c4109'],
    }),
  ),
  number: Type.Optional(
    Type.String({
      description:
        'Only instances with this number, in digits: that of the paired account, or the one that the instance was created for',
      examples: ['5511999990000'],
    }),
  ),
});

/** Tells whether the query asks for an instance; parameters that are absent do not matter. */
function isAskedFor(record: InstanceRecord, query: Static<typeof InstanceQuery>): boolean {
  const { instanceName, instanceId, number } = query;
  const numbers = [record.number, numberOf(record.ownerJid)];
  return (
    (instanceName === undefined || storedName(instanceName) === record.name) &&
    (instanceId === undefined || instanceId.toLowerCase() === record.id) &&
    (number === undefined || numbers.includes(number))
  );
}

const numberOf = (jid: string | null): string | null => jid && (/^\d+/.exec(jid)?.[0] ?? null);

export const ListedInstance = NamedObject('ListedInstance', {
  ...Instance.properties,
  id: Type.String({ format: 'uuid', description: 'As `instanceId`' }),
  name: Type.String({ description: 'Another name of `instanceName`' }),
  token: Type.Optional(
    Type.String({
      description:
        'Key of the instance, only with EVOLUTION_SHOW_KEYS and the global key; empty if no copy is stored',
    }),
  ),
  connectionStatus: words('close', 'connecting', 'open'),
  integration: words(...INTEGRATIONS),
  profilePicUrl: Type.Null({ description: 'Always null: ask /chat/fetchProfilePictureUrl' }),
  disconnectionReasonCode: orNull(
    Type.Integer(),
    '401: logged out; 403: banned; 408: nobody scanned the QR code; null for any other reason, and while the connection has not ended',
  ),
  disconnectionObject: textOrNull('Phase and reason as JSON; null unless the connection has ended'),
  disconnectionAt: orNull(Time(), 'When the connection ended; null unless it has'),
  _count: orNull(
    Type.Object({ Message: Type.Integer(), Contact: Type.Integer(), Chat: Type.Integer() }),
    'Number of records in the message store; null while the store is off',
  ),
});

/** The parts of the operation that are the same in every mode. */
export const LISTING = {
  tag: 'Instances',
  scope: 'read',
  summary: 'List instances',
  description:
    'Returns all instances to the global key, and only its own to an instance key. Returns an empty list if nothing matches. Some values appear under two names for older clients.',
  query: InstanceQuery,
  isForAnyNode: true,
  agent: { tool: 'list_instances', effect: 'reads', withholds: ['token'] },
} as const;

interface ListCall {
  readonly query: Static<typeof InstanceQuery>;
  readonly caller: GatewayPrincipal;
  readonly request: Request;
}

/** The most instances that are composed in one turn of the event loop, which takes a millisecond or two. */
const SLICE = 100;

type Row = Static<typeof ListedInstance>;

/** Answers with the rows of all instances that the caller asks for. Many are sent while they are made. */
export async function answerListed<T extends object>(
  parts: GatewayParts,
  call: ListCall,
  toRow: (row: Row, record: InstanceRecord) => T,
): Promise<T[] | Response> {
  const { query, caller, request } = call;
  const visible = visibleInstances(caller, parts.directory);
  const listed = visible.filter((record) => isAskedFor(record, query));
  const rowsOf = async (records: readonly InstanceRecord[]) =>
    (await rowsFor(parts, caller, records)).map(({ row, record }) => toRow(row, record));
  return listed.length <= SLICE
    ? rowsOf(listed)
    : streamJson(parts, request, piecesOf(listed, rowsOf));
}

/** Yields the JSON of one row after another. Other work runs between two slices. */
async function* piecesOf(
  listed: readonly InstanceRecord[],
  rowsOf: (records: readonly InstanceRecord[]) => Promise<readonly object[]>,
): AsyncGenerator<string, void> {
  for (let from = 0; from < listed.length; from += SLICE) {
    if (from > 0) await yieldToEventLoop();
    const rows = await rowsOf(listed.slice(from, from + SLICE));
    for (const [at, row] of rows.entries())
      yield `${from + at === 0 ? '[' : ','}${JSON.stringify(row)}`;
  }
  yield ']';
}

async function rowsFor(
  { messageStore, numberOf, keyCopies }: GatewayParts,
  caller: GatewayPrincipal,
  records: readonly InstanceRecord[],
): Promise<{ readonly record: InstanceRecord; readonly row: Row }[]> {
  const totals = await messageStore.totals(records.map(({ id }) => id));
  const showsKeys = keyCopies.isOn && caller.kind === 'global';
  return records.map((record) => {
    const row = toListed(record, totals, numberOf(record));
    return { record, row: showsKeys ? { ...row, token: keyCopies.of(record.id) ?? '' } : row };
  });
}

export const listInstances = operation('GET /instance/fetchInstances', {
  ...LISTING,
  answer: Type.Array(ListedInstance),
  run: (parts, call) => answerListed(parts, call, (row) => row),
});

/** The numbers of the platform's own library. */
const REASON_CODES: Partial<Record<Phase, number>> = {
  logged_out: 401,
  banned: 403,
  qr_timeout: 408,
};

const NOTHING_STORED: StoredTotals = { messages: 0, chats: 0, contacts: 0 };

/** `totals` are of all listed instances; null if nothing is stored. `number` is of the official API. */
const toListed = (
  record: InstanceRecord,
  totals: ReadonlyMap<string, StoredTotals> | null,
  number: KnownNumber | null,
): Static<typeof ListedInstance> => ({
  ...toInstance(record, number),
  id: record.id,
  name: record.name,
  connectionStatus: record.state,
  integration: integrationOf(record.provider),
  profilePicUrl: null,
  ...toDisconnection(record),
  _count: totals && toCount(totals.get(record.id) ?? NOTHING_STORED),
});

const toCount = ({ messages, contacts, chats }: StoredTotals) => ({
  Message: messages,
  Contact: contacts,
  Chat: chats,
});

function toDisconnection({ state, phase, reason, phaseSince, createdAt }: InstanceRecord) {
  const hasEnded = state === 'close' && phase !== 'created';
  return {
    disconnectionReasonCode: hasEnded ? (REASON_CODES[phase] ?? null) : null,
    disconnectionObject: hasEnded ? JSON.stringify({ phase, reason }) : null,
    disconnectionAt: hasEnded ? iso(phaseSince ?? createdAt) : null,
  };
}
