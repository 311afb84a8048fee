/** The templates of an account at Meta: lists of many pages, how long they are good for, and what changes them. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { CatalogEvent } from '../../../src/core/events/contract/catalog.ts';
import type { TemplateDraft } from '../../../src/core/providers/templates.ts';
import type { Clock } from '../../../src/core/shared/clock.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import type { GraphFailure } from '../../../src/modules/whatsapp-cloud/graph-failure.ts';
import { templateChangeIn } from '../../../src/modules/whatsapp-cloud/template-fields.ts';
import { TemplateLists } from '../../../src/modules/whatsapp-cloud/template-lists.ts';
import { CloudTemplates } from '../../../src/modules/whatsapp-cloud/templates.ts';
import { graphError } from '../../doubles/graph/answers.ts';
import { type GraphDouble, startGraph } from '../../doubles/graph/server.ts';
import { type GraphTemplates, graphTemplates } from '../../doubles/graph/templates.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { graphClient } from '../../helpers/graph.ts';
import { until } from '../../helpers/until.ts';

let double: GraphDouble;
let meta: GraphTemplates;
let clock: ManualClock;
let account: ReturnType<GraphDouble['world']['addAccount']>;
let templates: CloudTemplates;
let lists: TemplateLists;
let failures: GraphFailure[];
let events: CatalogEvent[];
beforeEach(async () => {
  meta = graphTemplates();
  double = await startGraph(meta.part);
  account = double.world.addAccount();
  clock = manualClock();
  lists = new TemplateLists(clock);
  failures = [];
  events = [];
  templates = open(account);
});
afterEach(() => double.stop());

/** A Graph API that answers nothing at all. */
const SLOW = { get: () => new Promise<never>(() => {}) };

const open = ({ businessAccountId, accessToken }: typeof account, graph = {}) =>
  new CloudTemplates({
    clock,
    templateLists: lists,
    graph: {
      ...graphClient(impatient(clock), { baseUrl: double.url, token: accessToken }),
      ...graph,
    },
    host: { emit: async (event) => void events.push(event) },
    number: () => ({ businessAccountId, accessToken }),
    failed: (failure) => void failures.push(failure),
  });
/** A clock on which nobody waits before a call is made again. */
const impatient = (patient: ManualClock): Clock => ({
  ...patient,
  after(ms, run) {
    if (ms >= 20_000) return patient.after(ms, run);
    setImmediate(run);
    return () => undefined;
  },
});
const add = (fields: Record<string, unknown>) => meta.add(account.businessAccountId, fields);
const listings = () =>
  double.requests.filter(
    ({ method, path }) => method === 'GET' && path.endsWith('/message_templates'),
  ).length;
const names = async (isFresh?: boolean) =>
  (await templates.find(isFresh)).map(({ name, language }) => `${name} ${language}`);
async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return `${error.reason}: ${error.message}`;
    throw error;
  }
  return 'nothing was refused';
}
const DRAFT: TemplateDraft = {
  ...{ name: 'order_ready', language: 'pt_BR', category: 'UTILITY' },
  ...{ components: [{ type: 'BODY', text: 'It is ready' }], parameterFormat: 'NAMED' },
  ttlSeconds: 60,
};

describe('the list of an account', () => {
  test('has every page of it, by name and language', async () => {
    for (const name of ['c', 'a', 'e', 'b', 'd']) add({ name });
    add({ name: 'a', language: 'de' });
    meta.pageOf(2);
    expect(await names()).toEqual(['a de', 'a en', 'b en', 'c en', 'd en', 'e en']);
    expect(listings()).toBe(3);
  });

  test('says of each what Meta says, and null where it does not', async () => {
    const components = [{ type: 'BODY', text: 'Hi {{name}}!' }, 'nothing', {}];
    const id = add({
      ...{ name: 'order_ready', components, parameter_format: 'NAMED', status: 'REJECTED' },
      ...{ rejected_reason: 'SCAM', quality_score: { score: 'YELLOW' } },
    });
    expect(await templates.find()).toEqual([
      {
        ...{ id, name: 'order_ready', language: 'en', category: 'UTILITY', status: 'REJECTED' },
        ...{ components: [{ type: 'BODY', text: 'Hi {{name}}!' }], parameterFormat: 'NAMED' },
        ...{ quality: 'YELLOW', rejectedReason: 'SCAM', ttlSeconds: null },
        ...{ createdAt: null, updatedAt: null },
      },
    ]);
  });

  test('is read once a minute, unless it is wanted as it is now', async () => {
    add({ name: 'a' });
    await Promise.all([names(), names(), names()]);
    expect(listings()).toBe(1);
    add({ name: 'b' });
    await clock.advance(59_999);
    expect(await names()).toEqual(['a en']);
    expect(await names(true)).toEqual(['a en', 'b en']);
    add({ name: 'c' });
    await clock.advance(60_000);
    expect(await names()).toEqual(['a en', 'b en', 'c en']);
    expect(listings()).toBe(3);
  });

  test('is good for ten minutes to send by, unless what is sent may have been approved meanwhile', async () => {
    add({ name: 'a' });
    expect(await templates.named('a')).toHaveLength(1);
    await clock.advance(599_999);
    expect(await templates.named('a')).toHaveLength(1);
    expect(listings()).toBe(1);
    const later = add({ name: 'b', status: 'PENDING' });
    expect(await templates.named('b')).toMatchObject([{ status: 'PENDING' }]);
    Object.assign(meta.all.get(later)?.fields ?? {}, { status: 'APPROVED' });
    await clock.advance(60_000);
    expect(await templates.named('b')).toMatchObject([{ status: 'APPROVED' }]);
    expect(listings()).toBe(3);
  });

  test('is shared by those who want it at once, and read by a call that began after they asked', async () => {
    add({ name: 'a' });
    await Promise.all([names(), names(true), names(true), names(true)]);
    expect(listings()).toBe(2);
  });

  test('is shared by the numbers of an account, not by those of another or with another token', async () => {
    add({ name: 'a' });
    await names();
    const other = { ...account, phoneNumberId: double.world.addNumber(account.businessAccountId) };
    expect(await open(other).find()).toHaveLength(1);
    expect(listings()).toBe(1);
    const accessToken = double.world.addToken(account.businessAccountId);
    expect(await open({ ...account, accessToken }).find()).toHaveLength(1);
    expect(await open(double.world.addAccount()).find()).toHaveLength(0);
    expect(listings()).toBe(3);
  });

  test('502 has no end where its pages lead back to one before', async () => {
    add({ name: 'a' });
    meta.loop();
    expect(await refusal(templates.find())).toBe(
      'upstream: the Graph API: the pages of a list lead back to one before',
    );
    expect(listings()).toBeLessThan(5);
  });

  test.each([
    ['a page of HTML', { html: 503 }, 4, 'answered 503 without an error of its own'],
    ['half an answer', 'half-body', 4, 'the Graph API'],
    ['an entry that is no list', { status: 200, body: { data: {} } }, 1, 'without its entries'],
    ['an error', graphError(2, { message: '(#2) Service unavailable' }), 4, 'Service unavailable'],
    ['a right that is missing', graphError(200, { message: '(#200) No' }), 1, 'Grant the token'],
  ] as const)('502 is not taken for empty after %s', async (_, fault, times, reason) => {
    add({ name: 'a' });
    double.order('GET', '/message_templates', fault, times);
    const said = await refusal(templates.find());
    expect(said).toStartWith('upstream: ');
    expect(said).toContain(reason);
    expect(await names()).toEqual(['a en']);
  });

  test('502 is given up when Meta says nothing for 20 seconds, or its pages take a minute', async () => {
    add({ name: 'a' });
    double.order('GET', '/message_templates', 'silence', 2);
    const silent = refusal(templates.find());
    await until('Meta was asked', () => listings() === 1);
    await clock.advance(20_000);
    expect(await silent).toContain('no whole answer within 20000 ms');
    const slow = refusal(open(account, SLOW).find());
    await clock.advance(60_000);
    expect(await slow).toBe('upstream: the Graph API: not all templates came within a minute');
  });

  test('429 says when Meta may be asked again', async () => {
    const headers = { 'retry-after': '120' };
    double.order('GET', '/message_templates', graphError(80007, { headers }));
    const error = await templates.find().catch((thrown) => thrown);
    expect([error.reason, error.headers]).toEqual(['rate_limited', { 'retry-after': '120' }]);
  });

  test('502 with a token that is dead tells the instance too', async () => {
    double.world.tokens.delete(account.accessToken);
    expect(await refusal(templates.find())).toContain('PATCH /instance/credentials');
    expect(failures.map(({ code }) => code)).toEqual([190]);
  });
});

describe('a template', () => {
  test('is created as it was drafted, and listed at once', async () => {
    expect(await names()).toEqual([]);
    const created = await templates.create(DRAFT);
    expect(created).toMatchObject({ ...DRAFT, status: 'PENDING', createdAt: null });
    expect(double.requests.at(-1)?.body).toEqual({
      ...{ name: 'order_ready', language: 'pt_BR', category: 'UTILITY' },
      ...{ components: DRAFT.components, parameter_format: 'NAMED' },
      message_send_ttl_seconds: 60,
    });
    expect(await templates.named('order_ready')).toEqual([created]);
    expect(listings()).toBe(1);
  });

  test('409 is refused where there is one of its name and language, 400 where a rule is broken', async () => {
    add({ name: 'order_ready', language: 'pt_BR' });
    expect(await refusal(templates.create(DRAFT))).toBe(
      'conflict: Meta refuses: (#100) There is already pt_BR content for this template.',
    );
    expect(await refusal(templates.create({ ...DRAFT, name: 'forbidden_one' }))).toBe(
      'invalid: Meta: (#100) This template has too many variables for its length.',
    );
  });

  test('502 may be there all the same when the answer is lost: the list is read again', async () => {
    expect(await names()).toEqual([]);
    add({ name: 'order_ready', language: 'pt_BR' });
    double.order('POST', '/message_templates', 'cut');
    expect(await refusal(templates.create(DRAFT))).toContain('whether it was done all the same');
    expect(await names()).toEqual(['order_ready pt_BR']);
    const posts = double.requests.filter(({ method }) => method === 'POST');
    expect(posts).toHaveLength(1);
  });

  test('is edited by its id, and then reviewed again', async () => {
    const id = add({ name: 'a' });
    const components = [{ type: 'BODY', text: 'It is here' }];
    const edited = await templates.edit(id, { components, ttlSeconds: 90 });
    expect(edited).toMatchObject({ id, components, status: 'PENDING', category: 'UTILITY' });
    const { body, path } = double.requests.find(({ method }) => method === 'POST') ?? {};
    expect([path, body]).toEqual([`/${id}`, { components, message_send_ttl_seconds: 90 }]);
    expect(await templates.find()).toMatchObject([{ components }]);
    expect(await templates.edit('17', { category: 'MARKETING' })).toBeNull();
  });

  test('of another account is not there, whatever its id', async () => {
    const foreign = meta.add(double.world.addAccount().businessAccountId, { name: 'a' });
    expect(await templates.byId(foreign)).toBeNull();
    expect(await templates.edit(foreign, { category: 'MARKETING' })).toBeNull();
    expect(double.requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('is deleted in all languages, or in one', async () => {
    const [en] = [add({ name: 'a' }), add({ name: 'a', language: 'de' }), add({ name: 'b' })];
    expect(await templates.remove('a', en)).toBe(1);
    expect(await names()).toEqual(['a de', 'b en']);
    expect(await templates.remove('a')).toBe(1);
    expect(await templates.remove('a')).toBe(0);
    expect(await names(true)).toEqual(['b en']);
    const asked = double.requests.filter(({ method }) => method === 'DELETE');
    expect(asked.map(({ query }) => query.toString())).toEqual([`name=a&hsm_id=${en}`, 'name=a']);
  });
});

describe('what a webhook says', () => {
  const tell = (field: string, value: Record<string, unknown>, id: string | number) => {
    const about = { message_template_name: 'a', message_template_language: 'en' };
    const change = templateChangeIn(field, { ...about, ...value, message_template_id: id });
    if (change !== null) void templates.changed(change);
    return change;
  };

  test('is so at once, without another call', async () => {
    const id = Number(add({ name: 'a' }));
    add({ name: 'b' });
    await names();
    const rejection_info = { reason: 'Unclear', recommendation: 'Say who you are' };
    tell('message_template_status_update', { event: 'PAUSED', reason: 'NONE' }, id);
    expect(await templates.named('a')).toMatchObject([{ status: 'PAUSED', rejectedReason: null }]);
    const rejected = { event: 'REJECTED', reason: 'SCAM', rejection_info };
    tell('message_template_status_update', rejected, id);
    expect(await templates.named('a')).toMatchObject([
      { status: 'REJECTED', rejectedReason: 'SCAM: Unclear: Say who you are' },
    ]);
    tell('message_template_status_update', { event: 'REINSTATED' }, id);
    tell('message_template_quality_update', { new_quality_score: 'RED' }, id);
    tell('template_category_update', { new_category: 'MARKETING' }, id);
    expect(await templates.find()).toMatchObject([
      { name: 'a', status: 'APPROVED', quality: 'RED', category: 'MARKETING' },
      { name: 'b', status: 'APPROVED', quality: null, category: 'UTILITY' },
    ]);
    tell('message_template_status_update', { event: 'DELETED', reason: null }, id);
    expect(await names()).toEqual(['b en']);
    expect(listings()).toBe(1);
  });

  test('is read from Meta where it does not say all, or is about a template that is not listed', async () => {
    const id = add({ name: 'a' });
    await names();
    tell('message_template_components_update', {}, id);
    await names();
    expect(listings()).toBe(2);
    tell('message_template_status_update', { event: 'UNARCHIVED' }, id);
    await names();
    expect(listings()).toBe(3);
    add({ name: 'new' });
    const about = { message_template_name: 'new', message_template_language: 'en' };
    tell('message_template_status_update', { ...about, event: 'APPROVED' }, '17');
    expect(await names()).toEqual(['a en', 'new en']);
  });

  test('is not lost to a list that was being read', async () => {
    add({ name: 'a' });
    const reading = names();
    tell('message_template_status_update', { event: 'PAUSED' }, 0);
    await reading;
    await names();
    expect(listings()).toBe(2);
  });

  test('is an event, with null for what it does not say', async () => {
    tell('message_template_status_update', { event: 'REJECTED', reason: 'SCAM' }, 17);
    tell('message_template_quality_update', { new_quality_score: 'UNKNOWN' }, 2 ** 60);
    tell('template_category_update', { new_category: 'X', correct_category: 'MARKETING' }, 17);
    const about = { ID: '17', Name: 'a', Language: 'en', Category: null, Quality: null };
    expect(events).toEqual([
      { type: 'TemplateUpdate', data: { ...about, Status: 'REJECTED', Reason: 'SCAM' } },
      { type: 'TemplateUpdate', data: { ...about, ID: '', Status: null, Reason: null } },
    ]);
  });

  test('of tomorrow changes nothing yet, and other fields are passed over', async () => {
    const id = add({ name: 'a' });
    await names();
    tell('template_category_update', { new_category: 'X', correct_category: 'MARKETING' }, id);
    expect(await templates.named('a')).toMatchObject([{ category: 'UTILITY' }]);
    expect(templateChangeIn('messages', {})).toBeNull();
    expect(templateChangeIn('constructor', {})).toBeNull();
  });
});
