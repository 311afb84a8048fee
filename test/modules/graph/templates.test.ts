/** Templates by the paths of the Graph API, through each platform. */
import { describe, expect, test } from 'bun:test';
import { GLOBAL_KEY } from '../../helpers/app.ts';
import { until } from '../../helpers/until.ts';
import { failure, type GraphStage, metaGraph, stagesOfEach } from './stages.ts';

const on = stagesOfEach();

const draft = (name: string, rest: object = {}) => ({
  ...{ name, language: 'en_US', category: 'UTILITY' },
  components: [{ type: 'BODY', text: 'Your order is ready.' }],
  ...rest,
});
const listIn = (stage: GraphStage, query = '') =>
  stage.graph('GET', `/${stage.wabaId}/message_templates${query}`);
const createIn = (stage: GraphStage, body: object) =>
  stage.graph('POST', `/${stage.wabaId}/message_templates`, body);
const removeIn = (stage: GraphStage, query: string) =>
  stage.graph('DELETE', `/${stage.wabaId}/message_templates${query}`);
const namesOf = ({ body }: { body: { data: { name: string }[] } }) =>
  body.data.map(({ name }) => name);

const BODY = { type: 'BODY', text: 'Your order can be collected.' };

describe('on a paired phone', () => {
  test('200 the list is empty, which proves to clients that the account is valid', async () => {
    const { status, body } = await listIn(on.phone);
    expect([status, body]).toEqual([200, { data: [] }]);
  });

  test('400 what no text can say is not made', async () => {
    const place = { type: 'HEADER', format: 'LOCATION' };
    const { status, body } = await createIn(
      on.phone,
      draft('order_place', { components: [place, BODY] }),
    );
    const reason = 'components[0].format must be one of TEXT, IMAGE, VIDEO, GIF, DOCUMENT';
    expect([status, body]).toEqual([400, failure(100, reason)]);
    expect((await listIn(on.phone)).body).toEqual({ data: [] });
  });

  test('404 what is there of no template cannot be changed or deleted', async () => {
    const gone = await removeIn(on.phone, '?name=never_made');
    expect([gone.status, gone.body]).toEqual([404, failure(100, 'template not found', 33)]);
    const edited = await on.phone.graph('POST', '/123456789012345', { components: [BODY] });
    expect([edited.status, edited.body]).toEqual([404, failure(100, 'template not found', 33)]);
  });
});

describe.each(['sandbox', 'phone'] as const)('of the platform %s, stored here', (platform) => {
  test('200 a template is made, listed with the usual fields, and deleted', async () => {
    const stage = on[platform];
    const { status, body: made } = await createIn(stage, draft('order_ready'));
    const { id } = made;
    expect([status, made]).toEqual([200, { id, status: 'APPROVED', category: 'UTILITY' }]);
    const shown = {
      ...draft('order_ready'),
      id,
      status: 'APPROVED',
      parameter_format: 'POSITIONAL',
    };
    expect((await listIn(stage, '?name=order_ready')).body.data).toEqual([shown]);
    expect((await removeIn(stage, '?name=order_ready')).body).toEqual({ success: true });
    expect((await listIn(stage, '?name=order_ready')).body).toEqual({ data: [] });
  });

  test('200 a template is shown by its id, and 404 when it is deleted', async () => {
    const stage = on[platform];
    const { id } = (await createIn(stage, draft('by_id'))).body;
    const { body } = await stage.graph('GET', `/${id}?fields=name,status`);
    expect(body).toEqual({ id, name: 'by_id', status: 'APPROVED' });
    await removeIn(stage, '?name=by_id');
    expect((await stage.graph('GET', `/${id}`)).body).toEqual(failure(100, '', 33));
  });
});

describe('on the sandbox', () => {
  test('200 a template is changed by its id: what is given, and nothing else', async () => {
    const { body: made } = await createIn(on.sandbox, draft('order_changed'));
    const edited = await on.sandbox.graph('POST', `/${made.id}`, { components: [BODY] });
    expect([edited.status, edited.body]).toEqual([200, { success: true }]);
    const { body } = await listIn(on.sandbox, '?name=order_changed');
    expect(body.data).toMatchObject([{ id: made.id, category: 'UTILITY', components: [BODY] }]);
  });

  test('400 a change that breaks the rules or says nothing, 404 one of what is no template', async () => {
    const { body: made } = await createIn(on.sandbox, draft('not_changed'));
    const refused = async (id: string, change: object) => {
      const { status, body } = await on.sandbox.graph('POST', `/${id}`, change);
      return [status, body.error.code, body.error.error_subcode];
    };
    expect(await refused(made.id, {})).toEqual([400, 100, undefined]);
    expect(await refused(made.id, { category: 'NEWS' })).toEqual([400, 100, undefined]);
    expect(await refused(made.id, { components: [] })).toEqual([400, 100, undefined]);
    const change = { components: [BODY] };
    for (const id of ['123456789012345', on.sandbox.phoneNumberId, on.sandbox.wabaId])
      expect(await refused(id, change)).toEqual([404, 100, 33]);
    const { body } = await listIn(on.sandbox, '?name=not_changed');
    expect(body.data).toMatchObject([draft('not_changed')]);
  });

  test('with the global key the number names the instance whose template it is', async () => {
    const { body: made } = await createIn(on.sandbox, draft('by_number'));
    const change = (query: string) =>
      on.sandbox.graph('POST', `/${made.id}${query}`, { components: [BODY] }, GLOBAL_KEY);
    expect((await change('')).status).toBe(404);
    const { status, body } = await change(`?phone_number_id=${on.sandbox.phoneNumberId}`);
    expect([status, body]).toEqual([200, { success: true }]);
  });

  test('a list has the fields that were asked for, and always the id', async () => {
    await createIn(on.sandbox, draft('with_fields'));
    const query = '?name=with_fields&fields=quality_score%7Bscore%7D,rejected_reason,secret';
    expect((await listIn(on.sandbox, query)).body.data).toEqual([
      { id: expect.any(String), quality_score: { score: 'UNKNOWN' }, rejected_reason: 'NONE' },
    ]);
  });

  test('a list is narrowed by name, status, category and language', async () => {
    await createIn(on.sandbox, draft('filter_one'));
    await createIn(on.sandbox, draft('filter_two', { language: 'es', category: 'MARKETING' }));
    const filtered = async (query: string) =>
      namesOf(await listIn(on.sandbox, query)).filter((name) => name.startsWith('filter_'));
    expect(await filtered('?name=filter_one')).toEqual(['filter_one']);
    expect(await filtered('?language=es')).toEqual(['filter_two']);
    expect(await filtered('?category=marketing')).toEqual(['filter_two']);
    expect(await filtered('?status=PENDING')).toEqual([]);
    expect(await filtered('?name_or_content=R_TWO')).toEqual(['filter_two']);
    expect(await filtered('?name_or_content=order+is')).toEqual(['filter_one', 'filter_two']);
    expect(await filtered('?name_or_content=never')).toEqual([]);
    expect(await filtered('?status=%5B%22APPROVED%22,%22PENDING%22%5D')).toEqual([
      ...['filter_one', 'filter_two'],
    ]);
  });

  test('pages follow each other by cursors both ways, and none is named behind the last', async () => {
    for (const name of ['page_a', 'page_b', 'page_c', 'page_d', 'page_e'])
      await createIn(on.sandbox, draft(name, { language: 'pt_BR' }));
    const first = await listIn(on.sandbox, '?language=pt_BR&limit=2');
    expect(namesOf(first)).toEqual(['page_a', 'page_b']);
    const next = new URL(first.body.paging.next);
    expect(next.search).not.toContain('access_token');
    const second = await listIn(on.sandbox, next.search);
    expect(namesOf(second)).toEqual(['page_c', 'page_d']);
    await removeIn(on.sandbox, '?name=page_d');
    const { after, before } = second.body.paging.cursors;
    const third = await listIn(on.sandbox, `?language=pt_BR&limit=2&after=${after}`);
    expect(namesOf(third)).toEqual(['page_e']);
    expect(third.body.paging).not.toHaveProperty('next');
    const back = await listIn(on.sandbox, `?language=pt_BR&limit=2&before=${before}`);
    expect(namesOf(back)).toEqual(['page_a', 'page_b']);
    expect((await listIn(on.sandbox, '?language=pt_BR')).body.paging).not.toHaveProperty('next');
  });

  test.each([
    ['?limit=0', 'limit'],
    ['?limit=many', 'limit'],
    ['?after=%%%', 'after'],
    ['?before=not-a-cursor!', 'before'],
  ])('400 %s', async (query, said) => {
    const { status, body } = await listIn(on.sandbox, query);
    expect([status, body]).toEqual([400, failure(100, said)]);
  });

  test('400 a template that breaks the rules says which, and is not there', async () => {
    for (const [body, said] of [
      [{}, 'name'],
      [draft('No Spaces'), 'name'],
      [draft('no_body', { components: [] }), 'components'],
      [
        draft('huge', { components: [{ type: 'BODY', text: 'x'.repeat(64 * 1024) }] }),
        'components',
      ],
    ] as const) {
      const answer = await createIn(on.sandbox, body);
      expect([answer.status, answer.body]).toEqual([400, failure(100, said)]);
    }
    expect((await listIn(on.sandbox, '?name=huge')).body).toEqual({ data: [] });
  });

  test('400 a template that is there already is not made again', async () => {
    await createIn(on.sandbox, draft('made_twice'));
    const again = await createIn(on.sandbox, draft('made_twice'));
    expect([again.status, again.body]).toEqual([400, failure(100, 'exists already', 2388024)]);
  });

  test('404 a template that is not there cannot be deleted, and 400 without a name', async () => {
    const absent = await removeIn(on.sandbox, '?name=never_made');
    expect([absent.status, absent.body]).toEqual([404, failure(100, 'template not found', 33)]);
    const nameless = await removeIn(on.sandbox, '');
    expect([nameless.status, nameless.body]).toEqual([400, failure(100, 'name')]);
  });

  test('404 the id of the number is not that of the account', async () => {
    const { status, body } = await on.sandbox.graph(
      'GET',
      `/${on.sandbox.phoneNumberId}/message_templates`,
    );
    expect([status, body]).toEqual([404, failure(100, '', 33)]);
  });
});

describe('on a number at Meta', () => {
  test("200 the account's own templates, however many, are one list", async () => {
    // Of its own, whose list was not asked for before: a list is up to a minute old.
    const stage = await metaGraph();
    for (let count = 0; count < 30; count++)
      stage.templates.add(stage.wabaId, { name: `many_${count}` });
    const { status, body } = await listIn(stage);
    expect([status, body.data.length, body.paging.next]).toEqual([200, 30, undefined]);
    expect(JSON.stringify(body)).not.toContain('EAAG');
    await stage.stop();
  });

  test('200 a template is made at Meta, and deleted there', async () => {
    const made = await createIn(on.meta, draft('order_ready'));
    expect([made.status, made.body]).toMatchObject([200, { status: 'PENDING' }]);
    expect(on.meta.templates.all.get(made.body.id)?.fields).toMatchObject({ name: 'order_ready' });
    const gone = await removeIn(on.meta, '?name=order_ready');
    expect([gone.status, gone.body]).toEqual([200, { success: true }]);
    expect(on.meta.templates.all.has(made.body.id)).toBe(false);
  });

  test('200 a template is changed at Meta and shown, by the id that it has there', async () => {
    const { id } = (await createIn(on.meta, draft('changed_at_meta'))).body;
    const shown = await on.meta.graph('GET', `/${id}?fields=name`);
    expect([shown.status, shown.body]).toEqual([200, { id, name: 'changed_at_meta' }]);
    const { status, body } = await on.meta.graph('POST', `/${id}`, { components: [BODY] });
    expect([status, body]).toEqual([200, { success: true }]);
    expect(on.meta.templates.all.get(id)?.fields).toMatchObject({ components: [BODY] });
  });

  test('200 an account with several numbers is asked by one that is connected', async () => {
    const stage = await metaGraph();
    const accessToken = stage.double.world.addToken(stage.wabaId);
    const body = {
      ...{ instanceName: 'second', provider: 'whatsapp-cloud', accessToken },
      phoneNumberId: stage.double.world.addNumber(stage.wabaId),
      businessAccountId: stage.wabaId,
    };
    await stage.call('POST', '/instance/create', body);
    const path = `/${stage.wabaId}/message_templates`;
    const byGlobalKey = () => stage.graph('POST', path, draft('by_either'), GLOBAL_KEY);
    const [first = ''] = stage.double.world.tokens.keys();
    stage.double.world.tokens.delete(first);
    expect((await byGlobalKey()).body.error.code).toBe(190);
    await until('the first instance is closed', async () => {
      const { body } = await stage.call('GET', '/instance/connectionState/shop');
      return body.instance.state === 'close';
    });
    expect((await byGlobalKey()).status).toBe(200);
    await stage.stop();
  });

  test("400 what Meta refuses leaves with Meta's code, subcode and words", async () => {
    const { status, body } = await createIn(on.meta, draft('forbidden_word'));
    expect([status, body.error]).toMatchObject([
      400,
      { code: 100, error_subcode: 2388293, message: expect.stringContaining('too many variables') },
    ]);
  });
});
