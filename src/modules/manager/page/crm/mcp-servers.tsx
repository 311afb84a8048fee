/** The MCP servers of the account. Their secrets are never shown: the mask in their place keeps them. */

import { choiceField, jsonField, longField, textField } from '../components/fields.tsx';
import { texts } from '../texts.ts';
import type { ListItem } from './api.ts';
import type { ListedKind } from './record-kind.tsx';
import { Records } from './records.tsx';
import { valueChoices, valueText } from './shown-words.ts';
import { MCP_CONFIG_TYPES, MCP_TYPES } from './words.ts';

type McpServer = ListItem<'/api/v1/mcp-servers'>;

export const McpServersView = ({ id }: { id: string | null }) => (
  <Records kind={mcpServerKind()} opened={id} />
);

function mcpServerKind(): ListedKind<McpServer> {
  const { crm, common } = texts();
  const { mcpServers } = crm;
  return {
    resource: 'mcp_servers',
    path: '/mcp-servers',
    section: 'mcp-servers',
    title: crm.sections.mcpServers,
    newOne: mcpServers.newOne,
    empty: mcpServers.empty,
    about: mcpServers.about,
    nameOf: ({ name }) => name,
    columns: [
      {
        title: mcpServers.configuration,
        field: 'config_type',
        value: ({ config_type: type }) => type,
      },
      { title: crm.type, value: ({ type }) => valueText(type), field: 'type' },
      {
        title: common.address,
        type: 'address',
        value: ({ config_json: json }) =>
          'url' in json && typeof json.url === 'string' ? json.url : '',
      },
      { title: mcpServers.toolCount, type: 'number', value: ({ tools }) => tools.length },
      {
        title: common.description,
        field: 'description',
        value: ({ description }) => description,
        isMinor: true,
      },
    ],
    fields: () => [
      textField('name', common.name, { required: true, hint: crm.unique }),
      choiceField('config_type', mcpServers.configuration, MCP_CONFIG_TYPES),
      choiceField('type', crm.type, valueChoices(MCP_TYPES)),
      longField('description', common.description),
      jsonField('config_json', 'config_json', { hint: mcpServers.configHint }),
      jsonField('environments', 'environments', { hint: mcpServers.environmentsHint }),
      jsonField('tools', 'tools', { isList: true, hint: mcpServers.toolsHint }),
    ],
    ending: { word: common.delete, text: mcpServers.ending },
  };
}
