/** The official client of the protocol, over real HTTP. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

export interface Agent {
  readonly client: Client;
  /** What the tool answers, whether it has failed or not. */
  use(tool: string, input?: Record<string, unknown>): Promise<ToolResult>;
}

export interface ToolResult {
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as agents do, without types.
  readonly data: any;
  readonly texts: readonly string[];
  readonly content: CallToolResult['content'];
}

/** Connected to `/mcp` of the service at `url`, with a key or a token among the headers. */
export async function connectAgent(
  url: string,
  headers: Record<string, string>,
  query = '',
): Promise<Agent> {
  const client = new Client({ name: 'an-agent', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), {
    requestInit: { headers },
  });
  // The cast: the transport types its own optional fields more loosely than the client asks for.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return {
    client,
    async use(name, input = {}) {
      const result = await client.callTool({ name, arguments: input });
      const content = result.content as CallToolResult['content'];
      return {
        isError: result.isError === true,
        data: result.structuredContent,
        texts: content.flatMap((one) => (one.type === 'text' ? one.text : [])),
        content,
      };
    },
  };
}
