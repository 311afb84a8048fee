/** The events of the CRM as the API document lists them among its webhooks. */
import { type TSchema, Type } from '@sinclair/typebox';
import { NamedObject } from '../http/named-object.ts';
import { pascalCase } from '../http/openapi-components.ts';
import type { DocumentedEvent } from '../http/openapi-webhooks.ts';
import { Time } from '../http/time.ts';
import { CRM_EVENT_TYPES } from './events.ts';
import { Id } from './fields.ts';
import { McpServer } from './mcp-servers/model.ts';
import { PipelineStage } from './pipeline-stages/model.ts';
import { Agent } from './users/model.ts';

/** Before the first dot of the type. */
const RECORDS: Readonly<Record<string, TSchema>> = {
  pipeline_stage: PipelineStage,
  inbox_member: NamedObject('InboxMember', { inbox_id: Id, ...Agent.properties }),
  mcp_server: McpServer,
};
const HAPPENED: Readonly<Record<string, string>> = {
  created: 'was created',
  updated: 'was changed',
  deleted: 'was deleted',
  added: 'was added',
  removed: 'was removed',
};

export const crmEvents = (): DocumentedEvent[] =>
  CRM_EVENT_TYPES.map((type) => {
    const [noun = '', verb = ''] = type.split('.');
    const record = Type.Union([RECORDS[noun] ?? Type.Object({}), Type.Null()]);
    return {
      name: type,
      tag: 'Webhooks',
      summary: `A ${noun.replace('_', ' ')} ${HAPPENED[verb]}`,
      body: NamedObject(pascalCase(`${type} event`), {
        id: Type.String({ format: 'uuid' }),
        event: Type.Literal(type),
        accountId: Type.String({ format: 'uuid' }),
        sequence: Type.Integer({ minimum: 1 }),
        timestamp: Time(),
        data: Type.Object({ previous: record, current: record }),
      }),
    };
  });
