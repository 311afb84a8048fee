/**
 * Keeps the words of the manager page equal to the service's own. `bun run scripts/manager-words.ts` writes them; a test
 * fails while they are out of date.
 */
import type { TSchema } from '@sinclair/typebox';
import { DESTINATIONS } from '../src/core/channels/brokers.ts';
import { EVENT_CATEGORIES, OLDER_NAMES } from '../src/core/events/contract/event-names.ts';
import { DELIVERY_STATES } from '../src/core/events/log/deliveries.ts';
import { PROVIDER_NAMES } from '../src/core/providers/all.ts';
import { INSTANCE_FIELDS } from '../src/core/webhooks/fields/instance.ts';
import { FORMATS } from '../src/core/webhooks/format/formats.ts';
import { CRM_EVENT_TYPES } from '../src/modules/crm/events.ts';
import { NewInbox } from '../src/modules/crm/inboxes/operations.ts';
import { WholeMcpServer } from '../src/modules/crm/mcp-servers/model.ts';
import { AUDITED_RESOURCES, PERMISSIONS } from '../src/modules/crm/permissions/catalogue.ts';
import { STAGE_TYPES } from '../src/modules/crm/pipeline-stages/model.ts';
import { NewPipeline } from '../src/modules/crm/pipelines/model.ts';
import { UserChange } from '../src/modules/crm/users/model.ts';
import {
  ACCOUNT_FIELDS,
  FORMATS as ACCOUNT_FORMATS,
} from '../src/modules/crm/webhooks/registry.ts';
import { EVOLUTION_OPERATIONS } from '../src/modules/evolution/operations.ts';
import { GO_OPERATIONS } from '../src/modules/evolution-go/evolution-go.ts';
import { GATEWAY_OPERATIONS } from '../src/modules/gateway/routes.ts';
import { GRAPH_OPERATIONS } from '../src/modules/graph/graph.ts';
import { PORTAL_OPERATIONS } from '../src/modules/portal/operations.ts';
import { SANDBOX_OPERATIONS } from '../src/modules/sandbox/operations/operations.ts';
import { TEMPLATE_OPERATIONS } from '../src/modules/templates/templates.ts';

const HEAD =
  "/** The service's own words. Written by `bun run scripts/manager-words.ts`: do not edit. */\n";

/** The words that a field takes. */
const wordsOf = (field: TSchema): unknown[] =>
  field.anyOf.map((one: { const: unknown }) => one.const);

/** The operations whose calls are audited, by the names that the audit has for them. */
const AUDITED = [
  ...GATEWAY_OPERATIONS,
  ...PORTAL_OPERATIONS,
  ...SANDBOX_OPERATIONS,
  ...TEMPLATE_OPERATIONS,
  ...EVOLUTION_OPERATIONS,
  ...GRAPH_OPERATIONS,
  ...GO_OPERATIONS,
].reduce<Record<string, string>>((known, { audit, summary }) => {
  if (typeof audit === 'string') known[audit] ??= summary;
  return known;
}, {});

const FILES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'words.ts': {
    PROVIDERS: PROVIDER_NAMES,
    DELIVERY_STATES,
    DESTINATIONS,
    EVENT_CATEGORIES,
    OLDER_NAMES,
    FORMATS,
    INSTANCE_ENDPOINT_FIELDS: Object.keys(INSTANCE_FIELDS),
    ACCOUNT_ENDPOINT_FIELDS: Object.keys(ACCOUNT_FIELDS),
  },
  'gateway/words.ts': { AUDITED },
  'crm/words.ts': {
    PIPELINE_TYPES: wordsOf(NewPipeline.properties.pipeline_type),
    VISIBILITIES: wordsOf(NewPipeline.properties.visibility),
    STAGE_TYPES,
    PERMISSIONS,
    AVAILABILITIES: wordsOf(UserChange.properties.availability_status),
    CHANNEL_TYPES: wordsOf(NewInbox.properties.channel_type),
    MCP_CONFIG_TYPES: wordsOf(WholeMcpServer.properties.config_type),
    MCP_TYPES: wordsOf(WholeMcpServer.properties.type),
    AUDITED_RESOURCES,
    CRM_EVENT_TYPES,
    WEBHOOK_FORMATS: ACCOUNT_FORMATS,
  },
};

/** The text of each file, by its place. */
export const MANAGER_WORDS = new Map(
  Object.entries(FILES).map(([name, words]) => {
    const lines = Object.entries(words).map(
      ([name, value]) => `export const ${name} = ${JSON.stringify(value)} as const;\n`,
    );
    const path = new URL(`../src/modules/manager/page/${name}`, import.meta.url).pathname;
    return [path, `${HEAD}\n${lines.join('')}`] as const;
  }),
);

if (import.meta.main) for (const [path, text] of MANAGER_WORDS) await Bun.write(path, text);
