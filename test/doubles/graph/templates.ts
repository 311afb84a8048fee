/** Templates of accounts, page after page. */
import { randomInt } from 'node:crypto';
import { type GraphAnswer, graphError, ok, success } from './answers.ts';
import type { GraphPart, GraphRequest } from './server.ts';
import { opens } from './world.ts';

export interface GraphTemplate {
  readonly id: string;
  readonly accountId: string;
  /** As the Graph API answers them; tests change them as Meta would. */
  readonly fields: Record<string, unknown>;
}

export interface GraphTemplates {
  readonly part: GraphPart;
  /** By id, in the order in which they were made. */
  readonly all: ReadonlyMap<string, GraphTemplate>;
  /** A template that is there already, approved unless `fields` say otherwise; its id. */
  add(accountId: string, fields: Record<string, unknown>): string;
  /** How many a page has from here on, whatever is asked for. */
  pageOf(size: number): void;
  /** Every page names itself as the next from here on. */
  loop(): void;
}

const DEFAULT_PAGE = 25;
const DEFAULT_FIELDS = 'name,language,status,category,components';

export function graphTemplates(): GraphTemplates {
  const all = new Map<string, GraphTemplate>();
  let size: number | null = null;
  let isLooping = false;

  const put = (accountId: string, fields: Record<string, unknown>): string => {
    const id = `17${randomInt(1e12, 1e13)}`;
    all.set(id, { id, accountId, fields: { ...fields, id } });
    return id;
  };

  const list = (request: GraphRequest, accountId: string): GraphAnswer => {
    const { query } = request;
    const own = [...all.values()].filter((one) => one.accountId === accountId);
    const begin = Number(query.get('after') ?? '0');
    const end = begin + (size ?? Number(query.get('limit') ?? DEFAULT_PAGE));
    const data = own.slice(begin, end).map((one) => shown(one, request));
    const after = isLooping ? `${begin}` : `${end}`;
    const hasMore = isLooping || end < own.length;
    // As Meta does, with the token in the address.
    const next = `https://graph.facebook.com/next?access_token=${request.token}&after=${after}`;
    const cursors = { before: `${begin}`, after };
    return ok({ data, paging: { cursors, ...(hasMore && { next }) } });
  };

  const create = ({ body }: GraphRequest, accountId: string): GraphAnswer => {
    const { name, language, category } = body;
    for (const one of all.values())
      if (
        one.accountId === accountId &&
        one.fields.name === name &&
        one.fields.language === language
      )
        return graphError(100, {
          message: 'Invalid parameter',
          subcode: 2388024,
          userTitle: 'Content in this language already exists',
          userText: `There is already ${language} content for this template.`,
        });
    if (`${name}`.startsWith('forbidden'))
      return graphError(100, {
        message: 'Invalid parameter',
        subcode: 2388293,
        userText: 'This template has too many variables for its length.',
      });
    const fields = { parameter_format: 'POSITIONAL', ...body, status: 'PENDING' };
    return ok({ id: put(accountId, fields), status: 'PENDING', category });
  };

  const edit = ({ body }: GraphRequest, template: GraphTemplate): GraphAnswer => {
    Object.assign(template.fields, body, { status: 'PENDING' });
    return success();
  };

  const remove = ({ query }: GraphRequest, accountId: string): GraphAnswer => {
    const [name, id] = [query.get('name'), query.get('hsm_id')];
    for (const one of all.values())
      if (one.accountId === accountId && one.fields.name === name && (id ?? one.id) === one.id)
        all.delete(one.id);
    return success();
  };

  const part: GraphPart = (request, world) => {
    const [id = '', edge, more] = request.parts;
    const { method, token } = request;
    const template = all.get(id);
    if (template !== undefined && edge === undefined) {
      if (!opens(world, token, template.accountId)) return null;
      return method === 'POST' ? edit(request, template) : ok(shown(template, request));
    }
    if (edge !== 'message_templates' || more !== undefined || !opens(world, token, id)) return null;
    if (method === 'POST') return create(request, id);
    return method === 'DELETE' ? remove(request, id) : list(request, id);
  };

  return {
    part,
    all,
    add: (accountId, fields) =>
      put(accountId, {
        ...{ language: 'en', status: 'APPROVED', category: 'UTILITY' },
        ...{ parameter_format: 'POSITIONAL', rejected_reason: 'NONE' },
        ...{ components: [{ type: 'BODY', text: 'It is ready' }] },
        ...{ quality_score: { score: 'UNKNOWN', date: 1_767_607_200 } },
        ...fields,
      }),
    pageOf(count) {
      size = count;
    },
    loop() {
      isLooping = true;
    },
  };
}

/** Only the fields that were asked for. */
function shown({ id, fields }: GraphTemplate, { query }: GraphRequest): Record<string, unknown> {
  const names = (query.get('fields') ?? DEFAULT_FIELDS).split(',');
  const asked = names.filter((name) => name in fields).map((name) => [name, fields[name]]);
  return { ...Object.fromEntries(asked), id };
}
