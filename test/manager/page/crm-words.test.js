import { expect, test } from 'bun:test';
import { CRM_EVENT_TYPES } from '../../../src/crm/events.ts';
import { NewInbox } from '../../../src/crm/inboxes/model.ts';
import { WholeMcpServer } from '../../../src/crm/mcp-servers/model.ts';
import { AUDITED_RESOURCES, PERMISSIONS } from '../../../src/crm/permissions/catalogue.ts';
import { NewStage } from '../../../src/crm/pipeline-stages/model.ts';
import { NewPipeline } from '../../../src/crm/pipelines/model.ts';
import { UserChange } from '../../../src/crm/users/model.ts';
import { NewWebhook } from '../../../src/crm/webhooks/model.ts';
import * as words from '../../../src/manager/page/crm/words.js';

/** The words that a field takes. */
const wordsOf = ({ anyOf }) => anyOf.map((one) => one.const);

test('the page offers the words of the CRM that the service knows', () => {
  const offered = [
    [words.PIPELINE_TYPES, NewPipeline.properties.pipeline_type],
    [words.VISIBILITIES, NewPipeline.properties.visibility],
    [words.AVAILABILITIES, UserChange.properties.availability_status],
    [words.CHANNEL_TYPES, NewInbox.properties.channel_type],
    [words.MCP_CONFIG_TYPES, WholeMcpServer.properties.config_type],
    [words.WEBHOOK_FORMATS, NewWebhook.properties.format],
    [words.MCP_TYPES, WholeMcpServer.properties.type],
  ];
  for (const [some, field] of offered) expect(some.toSorted()).toEqual(wordsOf(field).sort());
  expect(words.PERMISSIONS.toSorted()).toEqual([...PERMISSIONS]);
  expect(words.AUDITED_RESOURCES.toSorted()).toEqual(AUDITED_RESOURCES.toSorted());
  expect(words.CRM_EVENT_TYPES).toEqual([...CRM_EVENT_TYPES]);
  const types = NewStage.properties.stage_type;
  expect([...words.STAGE_TYPES.keys()]).toEqual(wordsOf(types));
  const described = words.STAGE_TYPES.map((word, type) => `${type} ${word}`).join(', ');
  expect(types.description).toContain(described);
});
