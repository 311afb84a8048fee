/** Offers to other modules the operations of the zone, and what they are made of. */

// Declaring operations of the zone, and mounting them.

export {
  /** Reads a body otherwise than field by field. */
  type BodyReader,
  /** A body that is checked against its schema. */
  checkedBody,
  /** A body, or a form with a file. */
  formBody,
  /** A body with a reader of its own. */
  readBody,
  /** A form with a file of any size. */
  streamedFormBody,
} from './body.ts';
export {
  /** The declaration of an operation, without its function. */
  type Declaration,
  /** An operation on one instance. */
  instanceOperation,
  /** Adds operations to a server, for paths that no list of operations has. */
  mountOperations,
  /** An operation as lists of them have it. */
  type Operation,
  /** An operation on no instance, or on all. */
  operation,
  /** The path of a route. */
  pathIn,
  /** Method and path, such as `GET /instance/:instanceName`. */
  type Route,
  /** Finds the instance of a call. */
  type Target,
} from './operation.ts';
/** The parts of the service that operations work with. */
export type { GatewayParts } from './parts.ts';

// Who calls, and about which instance.

export {
  /** The holder of a key, or of a customer's page. */
  type GatewayPrincipal,
  /** A text for each holder, to count by. */
  holderOf,
  /** The instance that a path names. */
  instanceFor,
} from './guard.ts';
export {
  /** The header that names an instance, for the API document. */
  instanceIdHeader,
  /** The name of an instance that is named by its name or its id. */
  resolveInstanceName,
  /** Finds the instance of a call whose path does not name it. */
  targetOf,
} from './instance/target.ts';
/** Shows a URL of a webhook as much of it as the caller may read. */
export { maskedUrl } from './webhook/endpoint-view.ts';

// Asking operations by their routes, for the paths of other systems.

/** Reads the file of a stored message. */
export { fileOfMessage } from './chat/file.ts';
/** Records as examples show them. */
export { GATEWAY_RECORDS } from './examples/records.ts';
/** Names of the settings of an account in Evolution Go, and here. */
export { ADVANCED_SETTINGS } from './instance/evolution-go-body.ts';
/** The answer of an operation without a result. */
export { Done } from './instance/model.ts';
/** The number that a pairing code is asked for: its field, and what reads it. */
export { pairingNumber, readPairingNumber } from './instance/phone.ts';
/** The most cards of contacts in a message. */
export { CARDS_MAX } from './message/contacts.ts';
/** The answer of operations that send. */
export type { MessageSent } from './message/model.ts';
export {
  /** The arguments with which a message is composed. */
  type ComposeContext,
  /** The body of a message. */
  messageBody,
  /** An operation that sends a message. */
  sendOperation,
} from './message/operation.ts';
/** The refusal of lists and buttons that phones would not show. */
export { NOT_SHOWN } from './message/shown-choices.ts';
/** Asks an operation about one instance. */
/** Says refusals in the names that another system has for the fields. */
export { createOperationCaller, type OperationCaller, withOtherNames } from './operation-table.ts';

// Operations that a module may put in the place of those here, in another form.

/** Groups. */
export { type GroupForm, GroupInfo, toGroupInfo } from './group/model.ts';
export { groupOperationsIn } from './group/operations.ts';
/** Restarting an instance. */
export { RESTART, RestartFields, restartInstance } from './instance/end.ts';
/** The list of instances, and what rows of it may have. */
export { answerListed, LISTING, ListedInstance } from './instance/list.ts';
export { Passkey } from './instance/model.ts';
export { ShownProxy, toShownProxy } from './proxy/operations.ts';
export { ShownSettings, toShownSettings } from './settings/operations.ts';
/** The webhook of an instance. */
export { FINDING_WEBHOOK, InstanceWebhook, webhookOf } from './webhook/operations.ts';

// The live feed, for clients that read it otherwise than by our WebSocket.

/** Delivers events to readers. */
export type { Feed, ReadRequest } from './live/feed.ts';
export type { LiveEvents } from './live/live.ts';
/** The used part of a socket, and its reader. */
export { CLOSE, type Socket, type SocketReader } from './live/reader.ts';
/** Returns who reads which events. */
export { readRequestOf } from './live/routes.ts';
/** Limits the connections of a holder. */
/** Handles a WebSocket of the server that the feed does not read itself. */
export type { SocketOwner, SocketPlace, SocketQuota } from './live/sockets.ts';
/** Counts what a client says. */
export { MessageRate } from './live/sockets.ts';

// The audit, for commands that check it or add to it.

/** The id of a request in rows that none has made. */
/** Follows the hashes of the rows. */
export { checkAudit, type Link, NO_REQUEST } from './audit/chain.ts';
/** Writes rows. */
export { createAuditRows } from './audit/rows.ts';

// Bodies of requests, for instances that come from another system.

export { parseProxy } from './proxy/operations.ts';
export { parseSettings } from './settings/operations.ts';
/** Reads a webhook as its request sets it, where none was stored before. */
export { NOTHING_STORED, parseSetRequest } from './webhook/set-request.ts';
