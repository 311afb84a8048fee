/** The MCP servers of the account. Their secrets are never shown: the mask in their place keeps them. */
import { choiceField, jsonField, longField, textField } from './fields.js';
import { recordView } from './record-view.js';
import { MCP_CONFIG_TYPES, MCP_TYPES } from './words.ts';

const KEPT = 'Leave ******** where a secret is to stay';

/** @param {import('./record-view.js').Session} session */
export const mcpServersView = (session) =>
  recordView(session, {
    title: 'MCP servers',
    one: 'MCP server',
    resource: 'mcp_servers',
    path: '/mcp-servers',
    empty: 'There is none yet. Create one with the address where it is reached.',
    about: 'Their secrets are sealed, never shown, and do not move to another address.',
    factsOf: ({ config_type: config, type, config_json: json, tools, description }) => [
      config,
      type,
      typeof json.url === 'string' ? json.url : '',
      tools.length === 1 ? '1 tool' : `${tools.length} tools`,
      description,
    ],
    fields: () => [
      textField('name', 'Name', { required: true, hint: 'Unique in the account' }),
      choiceField('config_type', 'Configuration', MCP_CONFIG_TYPES),
      choiceField('type', 'Type', MCP_TYPES),
      longField('description', 'Description'),
      jsonField('config_json', 'config_json', {
        hint: `JSON: its url, or command and args, with env or headers. ${KEPT}`,
      }),
      jsonField('environments', 'environments', {
        hint: `JSON: values by name, all of them secret. ${KEPT}`,
      }),
      jsonField('tools', 'tools', { kind: 'array', hint: 'JSON: an array of objects' }),
    ],
    ending: { word: 'Delete', text: 'Its secrets are gone for good with it.' },
  });
