/** The form of frames: the default of the deployment, or what a reader asks for. */
import { afterEach, describe, expect, test } from 'bun:test';
import type { CatalogEvent } from '../../../../src/core/events/contract/catalog.ts';
import { GLOBAL_KEY, SHOP } from '../../../helpers/gateway-server.ts';
import { closeServers, liveServer } from '../../../helpers/live.ts';
import { until } from '../../../helpers/until.ts';

afterEach(closeServers);

type Server = Awaited<ReturnType<typeof liveServer>>;
const read = async (
  server: Server,
  query: string,
  count: number,
  headers: Record<string, string> = { apikey: GLOBAL_KEY },
) => {
  const client = await server.connect(query, headers);
  return async () => {
    await until('all frames came', () => client.frames.length >= count);
    // biome-ignore lint/suspicious/noExplicitAny: tests read frames as readers do, without types.
    return client.frames as any[];
  };
};

const receipt = (SentIDs: string[]): CatalogEvent => ({
  type: 'Receipt',
  state: 'Read',
  data: {
    ...{ Chat: 'c@lid', Sender: 'c@lid', IsFromMe: false, IsGroup: false },
    ...{ MessageIDs: ['A'], SentIDs, Timestamp: '2026-01-05T10:00:00Z', Type: 'read' },
  },
});

describe('frames', () => {
  test('are as that of the deployment, live and replayed, with id and sequence to resume by', async () => {
    const server = await liveServer([SHOP], { defaultFormat: 'evolution-api' });
    const live = await read(server, '?instance=shop', 2);
    await server.publishTexts(SHOP, 2);
    const frames = await live();
    expect(frames).toMatchObject([
      { event: 'messages.upsert', instance: 'shop', sequence: 1, id: expect.any(String) },
      { event: 'messages.upsert', sequence: 2 },
    ]);
    expect(frames[0].destination).toBeUndefined();
    const resumed = await read(server, `?instance=shop&after=${frames[0].sequence}`, 1);
    expect(await resumed()).toEqual([frames[1]]);
  });

  test('are as the reader asks, beside others that ask for another form', async () => {
    const server = await liveServer([SHOP]);
    const usual = await read(server, '?instance=shop', 1);
    const evolution = await read(server, '?instance=shop&format=evolution-api', 1);
    const everywhere = await read(server, '?format=evolution-api', 1);
    await server.publishTexts(SHOP, 1);
    expect(await usual()).toMatchObject([{ event: 'Message' }]);
    expect(await evolution()).toMatchObject([{ event: 'messages.upsert' }]);
    expect(await everywhere()).toEqual(await evolution());
  });

  test('show the key of an instance to the global key alone', async () => {
    const server = await liveServer([SHOP], { defaultFormat: 'evolution-api' });
    const global = await read(server, '?instance=shop', 1);
    const own = await read(server, '?instance=shop', 1, { apikey: 'shop-key' });
    await server.publishTexts(SHOP, 1);
    expect(await global()).toMatchObject([{ apikey: `key of ${SHOP.id}` }]);
    expect(await own()).toMatchObject([{ apikey: null }]);
  });

  test('leave out receipts that MessageStatus tells of too, live and replayed', async () => {
    const server = await liveServer([SHOP], { defaultFormat: 'evolution-api' });
    const live = await read(server, '?instance=shop', 2);
    await server.publish(SHOP, receipt(['A']), receipt([]));
    await server.publishTexts(SHOP, 1);
    const frames = await live();
    expect(frames.map(({ sequence }) => sequence)).toEqual([2, 3]);
    expect(await (await read(server, '?instance=shop&after=0', 2))()).toEqual(frames);
    await server.settings.update(SHOP.id, { webhook: { events: ['READ_RECEIPT'] } });
    const receipts = await read(server, '?instance=shop&after=0', 2);
    expect((await receipts()).map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  test('of a form that there is none of are refused', async () => {
    const server = await liveServer([SHOP]);
    for (const format of ['evolution', 'evolution-go', '']) {
      const url = `http://127.0.0.1:${server.port}/ws?instance=shop&format=${format}`;
      const answer = await fetch(url, { headers: { apikey: GLOBAL_KEY } });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('format must be one of gatehouse, evolution-api');
    }
  });
});
