/** Routes of /sandbox: the outside world of an instance that has no phone. */
import { Elysia } from 'elysia';
import { needs } from '../../../instances/scopes.ts';
import { invalid } from '../../../shared/errors.ts';
import { INSTANT_PROBLEM, readInstant } from '../../../shared/instant.ts';
import { Done } from '../instance/model.ts';
import { connectedFailures, instanceFailures, instanceParams } from '../operation.ts';
import { Actions, MessageId, SentMessages } from './answers.ts';
import {
  acting,
  documented,
  done,
  type SandboxDeps,
  sandboxOnly,
  stepRoute,
  tagged,
} from './common-routes.ts';
import { ArrivingMessage, Load, PastMessage } from './model.ts';
import { STEPS } from './steps.ts';

export function sandboxRoutes(deps: SandboxDeps) {
  const routes = new Elysia({ name: 'sandbox' })
    .use(passkeyRoute(deps))
    .use(connectionRoutes(deps))
    .use(messageRoute(deps))
    .use(loadRoutes(deps))
    .use(pastRoute(deps));
  for (const step of STEPS) routes.use(stepRoute(deps, step));
  return routes;
}

const passkeyRoute = (deps: SandboxDeps) =>
  sandboxOnly(deps, 'sandbox-passkey').post(
    '/sandbox/:instanceName/passkey',
    async ({ sandbox }) => {
      await sandbox.usePasskey();
      return done('Passkey used');
    },
    {
      params: instanceParams,
      response: { 200: Done, ...connectedFailures },
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
        response: { 200: Done, ...connectedFailures },
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
        response: { 200: Done, ...connectedFailures },
        detail: documented('The phone removes the device'),
      },
    );

const messageRoute = (deps: SandboxDeps) =>
  sandboxOnly(deps, 'sandbox-message').post(
    '/sandbox/:instanceName/message',
    async ({ sandbox, body, status }) => status(201, await sandbox.message(body)),
    {
      params: instanceParams,
      body: ArrivingMessage,
      response: { 201: MessageId, ...connectedFailures },
      detail: documented(
        'A message arrives',
        'A media kind without base64 carries a smallest real file of its kind: one pixel, one second or one page. A reaction, edit, revoke or vote needs `about`: not found for a message that is not stored, a conflict for one in another chat, or that somebody else wrote and only its author may change; the admins of a group that the account is in may delete.',
      ),
    },
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
      response: { 201: MessageId, ...connectedFailures },
      detail: documented(
        'The phone has a message from before',
        'Nothing arrives: `/chat/history` fetches it. The newest 500 until the service stops.',
      ),
    },
  );
