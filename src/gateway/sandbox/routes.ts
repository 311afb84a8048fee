/** Routes of /sandbox: the outside world of an instance that has no phone. */
import type { Static } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { invalid } from '../../shared/errors.ts';
import { INSTANT_PROBLEM, readInstant } from '../../shared/instant.ts';
import { Done } from '../instance/model.ts';
import { instanceFailures, instanceParams } from '../operation.ts';
import { needs } from '../scopes.ts';
import {
  acting,
  acts,
  actsOnBody,
  documented,
  done,
  type SandboxDeps,
  sandboxOnly,
  tagged,
} from './common-routes.ts';
import {
  AckOrder,
  Actions,
  ArrivingCall,
  ArrivingGroup,
  ArrivingLabel,
  ArrivingMessage,
  ArrivingNewsletter,
  ArrivingPresence,
  ArrivingReceipt,
  Load,
  MessageId,
  PastMessage,
  PlatformLimits,
  Scan,
  SentMessages,
  TypedCode,
} from './model.ts';

export const sandboxRoutes = (deps: SandboxDeps) =>
  new Elysia({ name: 'sandbox' })
    .use(pairingRoutes(deps))
    .use(connectionRoutes(deps))
    .use(arrivalRoutes(deps))
    .use(groupRoutes(deps))
    .use(loadRoutes(deps))
    .use(ackRoute(deps))
    .use(limitsRoute(deps))
    .use(presenceRoute(deps))
    .use(labelRoute(deps))
    .use(pastRoute(deps));

const pairingRoutes = (deps: SandboxDeps) =>
  sandboxOnly(deps, 'sandbox-pairing')
    .post(
      '/sandbox/:instanceName/scan',
      async ({ sandbox, record, body }) => {
        const number = body.number ?? record.number;
        await sandbox.scan({ ...body, ...(number !== null && { number }) });
        return done('QR code scanned');
      },
      acting(Scan, 'The phone scans the QR code', 'Conflict while there is none.'),
    )
    .post(
      '/sandbox/:instanceName/pair',
      async ({ sandbox, body }) => {
        await sandbox.pair(body.code, body.passkey);
        return done('Pairing code typed');
      },
      acting(TypedCode, 'The phone types the pairing code', 'Conflict while there is none.'),
    )
    .post(
      '/sandbox/:instanceName/passkey',
      async ({ sandbox }) => {
        await sandbox.usePasskey();
        return done('Passkey used');
      },
      {
        params: instanceParams,
        response: { 200: Done, ...acts },
        detail: documented(
          'A browser uses the passkey of the account',
          'Conflict while no ceremony waits for it. The code is yet to be confirmed, as everywhere.',
        ),
      },
    );

const connectionRoutes = (deps: SandboxDeps) =>
  sandboxOnly(deps, 'sandbox-connection')
    .post(
      '/sandbox/:instanceName/drop',
      async ({ sandbox }) => {
        await sandbox.drop();
        return done('Connection lost; it comes back by itself');
      },
      {
        params: instanceParams,
        response: { 200: Done, ...acts },
        detail: documented('The connection is lost', 'It comes back after a second.'),
      },
    )
    .post(
      '/sandbox/:instanceName/remove',
      async ({ sandbox }) => {
        await sandbox.remove();
        return done('Device removed');
      },
      {
        params: instanceParams,
        response: { 200: Done, ...acts },
        detail: documented('The phone removes the device'),
      },
    );

const arrivalRoutes = (deps: SandboxDeps) =>
  sandboxOnly(deps, 'sandbox-arrivals')
    .post(
      '/sandbox/:instanceName/message',
      async ({ sandbox, body, status }) => status(201, await sandbox.message(body)),
      {
        params: instanceParams,
        body: ArrivingMessage,
        response: { 201: MessageId, ...actsOnBody },
        detail: documented(
          'A message arrives',
          'A media kind without base64 carries a smallest real file of its kind: one pixel, one second or one page. A reaction, edit, revoke or vote needs `about`: not found for a message that is not stored, a conflict for one in another chat, or that somebody else wrote and only its author may change; the admins of a group that the account is in may delete.',
        ),
      },
    )
    .post(
      '/sandbox/:instanceName/receipt',
      async ({ sandbox, body }) => {
        await sandbox.receipt(body);
        return done('Receipt arrived');
      },
      acting(ArrivingReceipt, 'A receipt arrives'),
    )
    .post(
      '/sandbox/:instanceName/call',
      async ({ sandbox, body }) => {
        await sandbox.call(body);
        return done('Call step arrived');
      },
      acting(ArrivingCall, 'A call begins, goes on or ends'),
    );

const groupRoutes = (deps: SandboxDeps) =>
  sandboxOnly(deps, 'sandbox-groups')
    .post(
      '/sandbox/:instanceName/group',
      async ({ sandbox, body }) => {
        await sandbox.group(body);
        return done('Group news arrived');
      },
      acting(ArrivingGroup, 'The account joins a group, or a group changes'),
    )
    .post(
      '/sandbox/:instanceName/newsletter',
      async ({ sandbox, body }) => {
        await sandbox.newsletter(body);
        return done('Channel joined');
      },
      acting(ArrivingNewsletter, 'The account joins a channel'),
    );

const loadRoutes = (deps: SandboxDeps) =>
  sandboxOnly(deps, 'sandbox-load')
    .post(
      '/sandbox/:instanceName/load',
      async ({ sandbox, body, server, request }) => {
        // A paced load is silent for longer than the server lets a connection be.
        server?.timeout(request, 0);
        await sandbox.load(body);
        return done(`${body.messages} messages arrived`);
      },
      acting(
        Load,
        'Many text messages arrive',
        'Answers when all are on disk. Rate limited, with none written, when they come faster than `INSTANCE_EVENTS_PER_SECOND`, without `perSecond` all at once.',
      ),
    )
    .get('/sandbox/:instanceName/sent', async ({ sandbox }) => [...(await sandbox.sent())], {
      params: instanceParams,
      response: { 200: SentMessages, ...instanceFailures },
      detail: {
        ...tagged(needs('read')),
        summary: 'What was sent through the instance',
        description: 'The newest 1,000, or as many of them as have 8 MiB together; oldest first.',
      },
    })
    .get('/sandbox/:instanceName/actions', async ({ sandbox }) => [...sandbox.actions()], {
      params: instanceParams,
      response: { 200: Actions, ...instanceFailures },
      detail: {
        ...tagged(needs('read')),
        summary: 'What was done through the instance beside sending',
        description:
          'Messages read, presences shown and the like: the newest 1,000 since the service started, oldest first.',
      },
    });

const ackRoute = (deps: SandboxDeps) =>
  sandboxOnly(deps, 'sandbox-acks').post(
    '/sandbox/:instanceName/ack',
    async ({ sandbox, body }) => {
      await sandbox.ack(body);
      return done(body.messageId === undefined ? 'Answers are set' : 'Answer is on its way');
    },
    acting(
      AckOrder,
      'Decide what the platform answers to messages that are sent',
      'With `messageId` that message gets the status. Without it the messages that follow do: `None` answers none of them, `ServerAck` delivers none, `Error` or a `code` refuses them, and `{}` takes and delivers them again.',
    ),
  );

const limitsRoute = (deps: SandboxDeps) =>
  sandboxOnly(deps, 'sandbox-limits').post(
    '/sandbox/:instanceName/limits',
    async ({ sandbox, body }) => {
      await sandbox.limits({ newChatsLockedUntil: lockEndIn(body.newChats) });
      return done('Limits are set');
    },
    acting(
      PlatformLimits,
      'The platform locks or opens new chats',
      'While they are locked, a first message to somebody is a conflict that names the end, as at WhatsApp.',
    ),
  );

const presenceRoute = (deps: SandboxDeps) =>
  sandboxOnly(deps, 'sandbox-presence').post(
    '/sandbox/:instanceName/presence',
    async ({ sandbox, body: { lastSeen, ...shown } }) => {
      const at = lastSeen === undefined ? undefined : readInstant(lastSeen);
      if (at === null) throw invalid(`lastSeen ${INSTANT_PROBLEM}`);
      await sandbox.presence({ ...shown, ...(at !== undefined && { lastSeen: at }) });
      return done('Presence arrived');
    },
    acting(
      ArrivingPresence,
      'A contact is online or not, writes or records',
      'A conflict while the chat is not watched (`/chat/presenceSubscribe`) or the account is not shown as available (`/instance/setPresence`): then WhatsApp tells nothing either.',
    ),
  );

const labelRoute = (deps: SandboxDeps) =>
  sandboxOnly(deps, 'sandbox-labels').post(
    '/sandbox/:instanceName/label',
    async ({ sandbox, body }) => {
      await sandbox.label(body);
      return done('Label arrived');
    },
    acting(
      ArrivingLabel,
      'The phone makes, changes or deletes a label, puts it on a chat or takes it off',
      'What changes nothing gives no event. Not found for a label that is not there.',
    ),
  );

const pastRoute = (deps: SandboxDeps) =>
  sandboxOnly(deps, 'sandbox-past').post(
    '/sandbox/:instanceName/history',
    async ({ sandbox, body: { sentAt, ...message }, status }) => {
      const at = readInstant(sentAt);
      if (at === null) throw invalid(`sentAt ${INSTANT_PROBLEM}`);
      return status(201, await sandbox.past({ ...message, sentAt: at }));
    },
    {
      params: instanceParams,
      body: PastMessage,
      response: { 201: MessageId, ...actsOnBody },
      detail: documented(
        'The phone has a message from before',
        'Nothing arrives: `/chat/history` fetches it. The newest 500 until the service stops.',
      ),
    },
  );

function lockEndIn({ locked, until }: Static<typeof PlatformLimits>['newChats']): number | null {
  if (!locked) return null;
  const end = until === undefined ? null : readInstant(until);
  if (end === null) throw invalid('newChats.until must be an ISO 8601 time while locked is true');
  return end;
}
