/** The MCP servers of the account. Their secrets are never shown: the mask in their place keeps them. */

import { choiceField, jsonField, longField, textField } from '../components/fields.tsx';
import { texts } from '../texts.ts';
import type { ListedAt } from './api.ts';
import { type ListedKind, Records } from './records.tsx';
import { valueChoices, valueText } from './shown-words.ts';
import { MCP_CONFIG_TYPES, MCP_TYPES } from './words.ts';

type McpServer = ListedAt<'/api/v1/mcp-servers'>;

export const McpServersView = () => <Records kind={mcpServerKind()} />;

function mcpServerKind(): ListedKind<McpServer> {
  const { crm } = texts();
  const { mcpServers } = crm;
  return {
    resource: 'mcp_servers',
    path: '/mcp-servers',
    title: crm.sections.mcpServers,
    newOne: mcpServers.newOne,
    empty: mcpServers.empty,
    about: mcpServers.about,
    nameOf: ({ name }) => name,
    factsOf: ({ config_type: config, type, config_json: json, tools, description }) => [
      config,
      valueText(type),
      'url' in json && typeof json.url === 'string' ? json.url : '',
      mcpServers.tools(tools.length),
      description,
    ],
    fields: () => [
      textField('name', crm.name, { required: true, hint: crm.unique }),
      choiceField('config_type', mcpServers.configuration, MCP_CONFIG_TYPES),
      choiceField('type', crm.type, valueChoices(MCP_TYPES)),
      longField('description', crm.description),
      jsonField('config_json', 'config_json', { hint: mcpServers.configHint }),
      jsonField('environments', 'environments', { hint: mcpServers.environmentsHint }),
      jsonField('tools', 'tools', { isList: true, hint: mcpServers.toolsHint }),
    ],
    ending: { word: crm.delete, text: mcpServers.ending },
  };
}
