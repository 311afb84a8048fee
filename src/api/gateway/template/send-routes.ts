/** Sending a template. */
import { Elysia } from 'elysia';
import { failures } from '../../../http/failures.ts';
import { answerOnce, type IdempotencyStore } from '../../../http/idempotency.ts';
import { checkedFields, uncheckedBody } from '../../../http/read-fields.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import type { MessageLog } from '../../../messages/log.ts';
import type { Send } from '../../../sending/sender.ts';
import { whenOf } from '../../../sending/when.ts';
import type { Clock } from '../../../shared/clock.ts';
import { composeTemplate, TemplateMessage } from '../../../templates/send.ts';
import { type TemplateSources, templatesOf } from '../../../templates/sources.ts';
import { instanceFor } from '../guard.ts';
import { MessageSent, toMessageSent } from '../message/model.ts';
import { flatBody } from '../message/older-bodies.ts';
import { sendDetail, sendFailures } from '../message/operation.ts';
import { instanceParams } from '../operation.ts';

export interface TemplateSendDeps {
  readonly directory: InstanceDirectory;
  readonly templates: TemplateSources;
  readonly idempotency: IdempotencyStore;
  readonly messages: Pick<MessageLog, 'find'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly send: Send;
}

export const templateSendRoutes = ({
  directory,
  templates,
  idempotency,
  messages,
  clock,
  send,
}: TemplateSendDeps) =>
  new Elysia({ name: 'message-sendTemplate' }).post(
    '/message/sendTemplate/:instanceName',
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      const own = templatesOf(templates, instance);
      const { id } = instance;
      const fields = checkedFields(TemplateMessage, flatBody(context.body));
      const answer = async () => {
        const when = whenOf(fields, clock.now());
        const find = (messageId: string) => messages.find(id, messageId);
        const message = await composeTemplate(fields, { templates: own, find });
        return { status: 201, body: toMessageSent(id, await send(id, { message }, when)) };
      };
      return answerOnce(context, idempotency, answer, { instanceId: id });
    },
    {
      params: instanceParams,
      body: uncheckedBody(TemplateMessage),
      response: { 201: MessageSent, ...sendFailures, ...failures('UPSTREAM_ERROR') },
      detail: sendDetail(
        'Send a template',
        'The text that its reader sees stands in `message`. A template that is not approved is a conflict; parameters that do not fit it are a bad request, as is an instance whose platform has no templates. ',
      ),
    },
  );
