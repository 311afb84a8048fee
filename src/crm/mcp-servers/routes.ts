/** The door of /api/v1/mcp-servers. Owns: paths, documented shapes, and the permission each needs. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { ok, okPage, PageEnvelope, SuccessEnvelope } from '../../http/envelope.ts';
import { answerPost, answerRecord } from '../change-record.ts';
import { BODY_FAILURES, refusals } from '../failures.ts';
import { Uuid } from '../fields.ts';
import { accessOf } from '../guard.ts';
import { PageQuery, pageOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { McpServer, McpServerChange, WholeMcpServer } from './model.ts';
import { createMcpServerService, type McpServerService } from './service.ts';

const params = Type.Object({ id: Uuid() });
const tags = ['MCP servers'];
const secrets =
  'Every value under `environments`, `config_json.env` and `config_json.headers` is a secret: encrypted at rest and `********` in every answer. Writing the mask back keeps what is stored, unless URLs in `config_json` lead to another scheme, host or port, or its `host`, `port`, `command` or `args` change: then secrets must be given anew, `environments` too.';
const response = {
  200: SuccessEnvelope(McpServer),
  ...refusals(...BODY_FAILURES, 'CONFLICT', 'PRECONDITION_FAILED'),
};

export function mcpServerRoutes(parts: CrmParts) {
  const service = createMcpServerService(parts);
  return new Elysia({ name: 'mcp-servers' })
    .use(readingAndCreating(parts, service))
    .use(changing(parts, service));
}

const readingAndCreating = (parts: CrmParts, service: McpServerService) =>
  new Elysia()
    .get(
      '/api/v1/mcp-servers',
      async (context) => {
        const page = pageOf(context.query);
        const { data, total } = await service.list(accessOf(context), page);
        const counts = { ...page, total };
        return okPage(parts.clock.now(), data, counts, 'MCP servers retrieved successfully');
      },
      parts.guard.operation('mcp_servers.read', {
        query: PageQuery(),
        response: { 200: PageEnvelope(McpServer), ...refusals() },
        detail: { tags, summary: 'The MCP servers of the account' },
      }),
    )
    .get(
      '/api/v1/mcp-servers/:id',
      async (context) => {
        const server = await service.get(accessOf(context), context.params.id);
        return answerRecord(context, parts.clock, server, 'MCP server retrieved successfully');
      },
      parts.guard.operation('mcp_servers.read', {
        params,
        response: { 200: SuccessEnvelope(McpServer), ...refusals() },
        detail: { tags, summary: 'One MCP server' },
      }),
    )
    .post(
      '/api/v1/mcp-servers',
      (context) =>
        answerPost(context, parts, 201, async () => {
          const server = await service.create(accessOf(context), context.body);
          return ok(parts.clock.now(), server, 'MCP server created successfully');
        }),
      parts.guard.operation('mcp_servers.create', {
        body: WholeMcpServer,
        response: { 201: SuccessEnvelope(McpServer), ...refusals(...BODY_FAILURES, 'CONFLICT') },
        detail: { tags, summary: 'Create an MCP server', description: secrets },
      }),
    );

const changing = (parts: CrmParts, service: McpServerService) =>
  new Elysia()
    .put(
      '/api/v1/mcp-servers/:id',
      async (context) => {
        const { params, body } = context;
        const server = await service.replace(context, accessOf(context), params.id, body);
        return answerRecord(context, parts.clock, server, 'MCP server updated successfully');
      },
      parts.guard.operation('mcp_servers.update', {
        params,
        body: WholeMcpServer,
        response,
        detail: {
          tags,
          summary: 'Replace an MCP server',
          description: `What is absent gets its default. ${secrets}`,
        },
      }),
    )
    .patch(
      '/api/v1/mcp-servers/:id',
      async (context) => {
        const { params, body } = context;
        const server = await service.change(context, accessOf(context), params.id, body);
        return answerRecord(context, parts.clock, server, 'MCP server updated successfully');
      },
      parts.guard.operation('mcp_servers.update', {
        params,
        body: McpServerChange,
        response,
        detail: {
          tags,
          summary: 'Change an MCP server',
          description: `A field that is given is replaced whole. ${secrets}`,
        },
      }),
    )
    .delete(
      '/api/v1/mcp-servers/:id',
      async (context) => {
        await service.remove(context, accessOf(context), context.params.id);
        context.set.status = 204;
      },
      parts.guard.operation('mcp_servers.delete', {
        params,
        response: { 204: Type.Void(), ...refusals('CONFLICT', 'PRECONDITION_FAILED') },
        detail: { tags, summary: 'Delete an MCP server' },
      }),
    );
