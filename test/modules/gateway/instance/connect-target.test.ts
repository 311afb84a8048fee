import { describe, expect, test } from 'bun:test';
import { type Gateway, gateway } from '../../../helpers/gateway.ts';

async function withCode() {
  const g = await gateway();
  g.provider.script.connect = (session) => session.offerQr();
  const { id, key } = await g.create('shop');
  return { g, id, key };
}

describe('which instance POST /instance/connect means', () => {
  const as = ({ call }: Gateway, key: string | undefined, instanceId?: string) =>
    call('POST', '/instance/connect', {
      ...(key !== undefined && { key }),
      body: { immediate: true },
      headers: { ...(instanceId !== undefined && { instanceId }) },
    });

  test('200 an instance key: its own, which the header may repeat by id or name', async () => {
    const { g, id, key } = await withCode();
    for (const header of [undefined, id, id.toUpperCase(), 'shop'])
      expect((await as(g, key, header)).body.data.instanceId).toBe(id);
  });

  test('200 the global key: the one in the header, by id or name', async () => {
    const { g, id } = await withCode();
    for (const header of [id, 'shop'])
      expect((await as(g, undefined, header)).body.data.instanceId).toBe(id);
  });

  test('400 the global key without the header', async () => {
    const { g } = await withCode();
    const { status, body } = await as(g, undefined);
    expect(status).toBe(400);
    expect(body.error.message).toContain('instanceId');
  });

  test('400 a header that is neither an id nor a name', async () => {
    const { g } = await withCode();
    const { status, body } = await as(g, undefined, 'no/such/name');
    expect(status).toBe(400);
    expect(body.error.message).toContain('instanceId');
  });

  test('401 no key', async () => {
    const { g, id } = await withCode();
    const answer = await g.call('POST', '/instance/connect', {
      key: null,
      headers: { instanceId: id },
    });
    expect(answer.status).toBe(401);
  });

  test('403 an instance key with the header of another, existing or not, whatever the body', async () => {
    const { g, key } = await withCode();
    const cafe = await g.create('cafe');
    for (const header of [cafe.id, 'cafe', 'nobody', '01900000-0000-7000-8000-000000000000', '?']) {
      const { status, body } = await g.call('POST', '/instance/connect', {
        key,
        body: { phone: 'x' },
        headers: { instanceId: header },
      });
      expect(status).toBe(403);
      expect(body.error.code).toBe('FORBIDDEN');
    }
    expect(g.provider.sessions).toHaveLength(0);
  });

  test('404 a header that names no instance', async () => {
    const { g } = await withCode();
    for (const header of ['nobody', '01900000-0000-7000-8000-000000000000'])
      expect((await as(g, undefined, header)).status).toBe(404);
  });
});
