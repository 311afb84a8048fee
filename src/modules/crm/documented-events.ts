/** Documents the events of the CRM as webhooks in the API document. */
import { type TSchema, Type } from '@sinclair/typebox';
import { NamedObject } from '../../core/http/named-object.ts';
import { pascalCase } from '../../core/http/openapi-components.ts';
import { exampleOf, objectOf } from '../../core/http/openapi-examples.ts';
import type { DocumentedEvent } from '../../core/http/openapi-responses.ts';
import { describe } from '../../core/http/openapi-schema.ts';
import { Time } from '../../core/http/time.ts';
import { CRM_EVENT_TYPES } from './events.ts';
import { CRM_EXAMPLES } from './examples.ts';
import { Id } from './fields.ts';
import { McpServer } from './mcp-servers/model.ts';
import { PipelineStage } from './pipeline-stages/model.ts';
import { Agent } from './users/model.ts';
import { FailingWebhook } from './webhooks/health.ts';

/** Keyed by the type's part before the first dot. */
const RECORDS: Readonly<Record<string, TSchema>> = {
  pipeline_stage: PipelineStage,
  inbox_member: NamedObject('InboxMember', {
    inbox_id: describe('Id of the inbox that the user is a member of', Id),
    ...Agent.properties,
  }),
  mcp_server: McpServer,
  webhook: FailingWebhook,
};

const SUBJECTS: Readonly<Record<string, string>> = {
  pipeline_stage: 'A pipeline stage',
  inbox_member: 'A member of an inbox',
  mcp_server: 'An MCP server',
  webhook: 'Another webhook',
};

const HAPPENED: Readonly<Record<string, string>> = {
  created: 'was created',
  updated: 'was changed',
  deleted: 'was deleted',
  added: 'was added',
  removed: 'was removed',
  failing: 'has failed for long',
  disabled: 'was disabled for its failures; its events wait',
  recovered: 'that was reported as failing or disabled accepts events again',
};

function bodyOf(type: string, record: TSchema): TSchema {
  const [, verb = ''] = type.split('.');
  const shown = Type.Union([record, Type.Null()]);
  const body = Type.Object({
    id: Type.String({
      format: 'uuid',
      description: 'Id of the event, the same in every attempt: ignore one that you have handled',
    }),
    event: Type.Literal(type, { description: 'Name of the event, which says what `data` holds' }),
    accountId: Type.String({
      format: 'uuid',
      description: 'Id of the account that the record belongs to',
    }),
    sequence: Type.Integer({
      minimum: 1,
      description: 'Counts the events of the account that a webhook subscribes to, from 1',
    }),
    timestamp: Time({ description: 'When it happened, ISO 8601 in UTC' }),
    data: Type.Object(
      {
        previous: describe('Record before the change; null if it did not exist', shown),
        current: describe('Record after the change; null if it was deleted', shown),
      },
      { description: 'The record as its own operations show it' },
    ),
  });
  const example = exampleOf(record, CRM_EXAMPLES);
  const data = {
    previous: ['created', 'added'].includes(verb) ? null : example,
    current: ['deleted', 'removed'].includes(verb) ? null : example,
  };
  return NamedObject(pascalCase(`${type} event`), body.properties, {
    examples: [{ ...objectOf(body, CRM_EXAMPLES), data }],
  });
}

export const crmEvents = (): DocumentedEvent[] =>
  CRM_EVENT_TYPES.map((type) => {
    const [noun = '', verb = ''] = type.split('.');
    return {
      name: type,
      tag: 'Webhooks',
      summary: `${SUBJECTS[noun]} ${HAPPENED[verb]}`,
      body: bodyOf(type, RECORDS[noun] ?? Type.Object({})),
    };
  });
