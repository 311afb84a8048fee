/** Failures of the gateway zone as clients of Evolution API read them, for deployments that ask for that. */
import { Type } from '@sinclair/typebox';
import type { FailureFacts, FailureShape } from '../../core/http/zone.ts';

const UnknownNumber = Type.Object({
  jid: Type.String(),
  exists: Type.Literal(false),
  number: Type.String(),
});

const EvolutionApiFailure = Type.Object(
  {
    status: Type.Integer(),
    error: Type.String({ description: 'The name of the status, as `Not Found`' }),
    response: Type.Object({
      message: Type.Union([Type.Array(Type.String()), Type.Array(UnknownNumber)], {
        description: 'The reason, or the numbers that are not on WhatsApp',
      }),
    }),
  },
  { $id: 'EvolutionApiFailure' },
);

/** The words that clients of that system look for. */
const WORDS: Partial<Record<FailureFacts['code'], (name: string) => string>> = {
  NOT_FOUND: (name) => `The "${name}" instance does not exist`,
  CONFLICT: (name) => `This name "${name}" is already in use.`,
};

function body({ status, code, message, unknownNumbers, instanceName }: FailureFacts) {
  const said = instanceName === undefined ? undefined : WORDS[code]?.(instanceName);
  const known = unknownNumbers?.map(({ jid, number }) => ({ jid, exists: false, number }));
  return {
    status,
    error: statusText(status),
    response: { message: known ?? [said ?? message] },
  };
}

/** Loaded for the first failure: the module brings all of Node's client and server along. */
const statusText = (status: number): string =>
  (require('node:http') as typeof import('node:http')).STATUS_CODES[status] ?? 'Error';

export const evolutionApiFailures = {
  schema: EvolutionApiFailure,
  body,
} satisfies FailureShape;
