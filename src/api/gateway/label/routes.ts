/** The labels of an instance, as the platform last reported them. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs } from '../../../instances/scopes.ts';
import type { Label, LabelStore } from '../../../messages/labels.ts';
import { recipientOf } from '../../../sending/recipient.ts';
import { invalid } from '../../../shared/errors.ts';
import { instanceFor } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';
import { LabelFields } from './model.ts';

interface LabelDeps {
  readonly directory: InstanceDirectory;
  readonly labelsOf: (instanceId: string) => Pick<LabelStore, 'all'>;
}

const Labels = Type.Array(Type.Object(LabelFields));

const toLabel = ({ id, name, color, predefinedId }: Label) => ({ id, name, color, predefinedId });

export const labelRoutes = ({ directory, labelsOf }: LabelDeps) =>
  new Elysia({ name: 'labels' }).get(
    '/label/findLabels/:instanceName',
    async (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      const { number } = context.query;
      const found = await labelsOf(id).all(number === undefined ? undefined : chatOf(number));
      return found.map(toLabel);
    },
    {
      params: instanceParams,
      query: Type.Object({
        number: Type.Optional(
          Type.String({
            maxLength: 128,
            description: 'A phone number or a JID: only the labels of that chat',
          }),
        ),
      }),
      response: { 200: Labels, ...instanceFailures },
      detail: {
        tags: ['Chats'],
        security: needs('read'),
        summary: 'The labels of the account, or of one chat',
        description:
          'As WhatsApp last told them, also while the instance is not connected. Empty until the phone of the account has shared its keys.',
      },
    },
  );

function chatOf(number: string): string {
  const found = recipientOf(number);
  if (found === null) throw invalid('number must be a phone number or a JID');
  return found.includes('@') ? found : `${found}@s.whatsapp.net`;
}
