/** Files of messages: fetched from where Meta says they lie, checked, and never from anywhere else. */

import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import type {
  FileSink,
  LinkedMedia,
  MediaSinks,
} from '../../../src/core/events/publish/media-links.ts';
import type { StoredMessage } from '../../../src/core/messages/rows.ts';
import { CloudFiles } from '../../../src/modules/whatsapp-cloud/files.ts';
import {
  encodeContent,
  type StoredFile,
} from '../../../src/modules/whatsapp-cloud/stored-content.ts';
import { graphError } from '../../doubles/graph/answers.ts';
import { until } from '../../helpers/until.ts';
import { wholeFile } from '../../helpers/whole-file.ts';
import { graphDouble, refusal, sendingStage } from './sending-stage.ts';

const shared = graphDouble();
const PICTURE = new TextEncoder().encode('a picture');
const MIMETYPE = 'image/jpeg';

function stage(bytes: Uint8Array = PICTURE, mediaSinks: MediaSinks | null = null) {
  const { account, graph, clock } = sendingStage(shared);
  const id = shared.media.receive(account.businessAccountId, bytes, MIMETYPE);
  const files = new CloudFiles({
    host: { instanceId: 'instance' },
    mediaSinks,
    graph,
    clock,
    number: () => account,
    mediaLimitBytes: 1_000,
    failed() {},
  });
  const sum = (spelling: 'base64' | 'hex') => createHash('sha256').update(bytes).digest(spelling);
  const file: StoredFile = { id, mimetype: MIMETYPE, sha256: sum('base64') };
  const before = { fetched: shared.media.fetched.length, asked: shared.double.requests.length };
  return {
    account,
    clock,
    files,
    file,
    sum,
    /** Requests to the host of files, and look-ups of them. */
    fetched: () => shared.media.fetched.slice(before.fetched),
    lookUps: () => shared.double.requests.slice(before.asked),
  };
}

const stored = (file: StoredFile | null, field = 'imageMessage'): StoredMessage => ({
  id: 'wamid.A',
  isFromMe: false,
  chat: '5511988887777@s.whatsapp.net',
  sender: '5511988887777@s.whatsapp.net',
  chatAddress: '5511988887777@s.whatsapp.net',
  authorAddress: '',
  kind: 'image',
  content: encodeContent({ content: { [field]: { mimetype: MIMETYPE, caption: 'Look' } }, file }),
  sentAt: 0,
});

describe('a file', () => {
  test('is looked up for the number, and fetched with the token and a name of our own', async () => {
    const { files, file, account, fetched, lookUps } = stage();
    expect(await files.fetch(file, 'wamid.A')).toEqual({ bytes: PICTURE, mimetype: MIMETYPE });
    expect(lookUps()[0]?.query.get('phone_number_id')).toBe(account.phoneNumberId);
    expect(fetched()).toEqual([
      { authorization: `Bearer ${account.accessToken}`, userAgent: 'gatehouse/1.2.3' },
    ]);
  });

  test('has the size that Meta gives, without being fetched, or none where Meta does not say', async () => {
    const { files, file, fetched, clock } = stage();
    expect(await files.sizeOf(file)).toBe(PICTURE.byteLength);
    expect(fetched()).toEqual([]);
    expect(await files.sizeOf({ ...file, id: '404' })).toBeNull();
    shared.double.order('GET', `/${file.id}`, 'silence');
    const asked = shared.double.requests.length;
    const silent = files.sizeOf(file);
    await until('it is asked', () => shared.double.requests.length > asked);
    await clock.advance(10_000);
    expect(await silent).toBeNull();
  });

  test('is checked against sums in base64 and in hexadecimal', async () => {
    const { files, file, sum } = stage();
    shared.media.spellInHex();
    for (const sha256 of [file.sha256, sum('hex'), sum('hex').toUpperCase(), ''])
      expect(await files.fetch({ ...file, sha256 }, 'wamid.A')).toHaveProperty('bytes');
    const other = await files.fetch({ ...file, sha256: 'AAAA' }, 'wamid.A');
    expect(other).toEqual({
      error: 'what came is not the file: its sum is another one',
      size: PICTURE.byteLength,
    });
  });

  test('is looked up again once when its address has expired, or gave a page instead', async () => {
    const { files, file, lookUps } = stage();
    shared.media.answerWith({ status: 404, body: '' });
    expect(await files.fetch(file, 'wamid.A')).toHaveProperty('bytes');
    expect(lookUps()).toHaveLength(2);
    shared.media.answerWith({ status: 200, body: '<!DOCTYPE html><p>Sorry' });
    expect(await files.fetch(file, 'wamid.A')).toHaveProperty('bytes');
    shared.media.answerWith({ status: 404, body: '' }, 2);
    expect(await files.fetch(file, 'wamid.A')).toEqual({
      error: expect.stringContaining('Meta did not give the file'),
      size: PICTURE.byteLength,
    });
    expect(lookUps()).toHaveLength(6);
  });

  test('is not fetched from where its host sends elsewhere', async () => {
    const { files, file, fetched } = stage();
    shared.media.answerWith('redirect', 2);
    expect(await files.fetch(file, 'wamid.A')).toHaveProperty('error');
    expect(fetched()).toHaveLength(2);
  });

  test('that is larger than it may be is not fetched', async () => {
    const { files, file, fetched } = stage(new Uint8Array(1_001));
    expect(await files.fetch(file, 'wamid.A')).toEqual({
      error: 'the file has more than 1000 bytes',
      size: 1_001,
    });
    expect(fetched()).toEqual([]);
  });

  test('that does not come ends in a reason after 90 seconds', async () => {
    const { files, file, clock, lookUps } = stage();
    shared.double.order('GET', `/${file.id}`, 'silence', 4);
    const call = files.fetch(file, 'wamid.A');
    await until('it is asked for', () => lookUps().length > 0);
    await clock.advance(90_000);
    expect(await call).toEqual({ error: 'the file did not come within 90 seconds' });
  });
});

describe('a file that goes to a bucket', () => {
  /** Takes the first file and refuses the others; says what became of each. */
  function bucket() {
    const named: unknown[] = [];
    const came: string[] = [];
    const sink: MediaSinks['sink'] = (file): FileSink<LinkedMedia> => {
      const chunks: Uint8Array[] = [];
      named.push(file);
      return {
        write: async (bytes) => chunks.push(bytes) > 0,
        async finish() {
          came.push(Buffer.concat(chunks).toString());
          return { mediaUrl: 'https://bucket/file' };
        },
        abandon: async () => void came.push('abandoned'),
      };
    };
    return { named, came, sink };
  }

  test('is stored as it comes, under the id of its message', async () => {
    const { named, came, sink } = bucket();
    const { files, file } = stage(PICTURE, { sink });
    const expected = { mediaUrl: 'https://bucket/file', mimetype: MIMETYPE, size: 9 };
    expect(await files.fetch(file, 'wamid.A')).toEqual(expected);
    expect(came).toEqual(['a picture']);
    expect(named).toEqual([{ streamId: 'instance', messageId: 'wamid.A', mimetype: MIMETYPE }]);
  });

  test('is not there when it is another file, or does not come', async () => {
    const { came, sink } = bucket();
    const { files, file } = stage(PICTURE, { sink });
    const other = await files.fetch({ ...file, sha256: 'AAAA' }, 'wamid.A');
    expect(other).toEqual({
      error: 'what came is not the file: its sum is another one',
      size: PICTURE.byteLength,
    });
    shared.media.answerWith({ status: 404, body: '' }, 2);
    expect(await files.fetch(file, 'wamid.A')).toHaveProperty('error');
    expect(came).toEqual(['abandoned', 'abandoned', 'abandoned', 'abandoned']);
  });
});

describe('the file of a stored message', () => {
  test('is given out with what the message says of it', async () => {
    const { files, file } = stage();
    const { content, ...said } = await files.of(stored(file));
    expect(Buffer.compare(await wholeFile(content), PICTURE)).toBe(0);
    expect(said).toMatchObject({
      field: 'imageMessage',
      mimetype: MIMETYPE,
      caption: 'Look',
    });
  });

  test('is gone when Meta has deleted it, and invalid where there never was one', async () => {
    const { files, file } = stage();
    shared.media.forget(file.id);
    expect((await refusal(files.of(stored(file)))).reason).toBe('gone');
    expect((await refusal(files.of(stored(null)))).reason).toBe('invalid');
    expect((await refusal(files.of(stored(file, 'locationMessage')))).reason).toBe('invalid');
  });

  test('is unavailable with the words of Meta while it cannot be fetched', async () => {
    const { files, file } = stage();
    shared.double.order('GET', `/${file.id}`, graphError(10, { message: '(#10) No right' }), 2);
    const { reason, message } = await refusal(files.of(stored(file)));
    expect(reason).toBe('unavailable');
    expect(message).toContain('No right');
  });
});
