/** Versions that callers name, as proxies and clients hand them on. */
import { describe, expect, test } from 'bun:test';
import { etagOf, matchesVersion, refuseOtherVersion } from '../../../src/core/http/etag.ts';

const AT = 1_700_000_000_000;
const TAG = etagOf(AT);
const version = TAG.slice(1, -1);

describe('If-Match names the version that is inside of an ETag, however a proxy has marked it', () => {
  test.each([
    ['as it was answered', TAG],
    ['weak, by nginx', `W/${TAG}`],
    ['weak, in small letters', `w/${TAG}`],
    ['by Apache', `"${version}-gzip"`],
    ['by Jetty', `"${version}--gzip"`],
    ['by others', `"${version};br"`],
    ['by a monitor', `"${version}:dtagent10243220704112155kMDP"`],
    ['weak, with a suffix', `W/"${version}-zstd"`],
    ['without quotes', version],
    ['in a list', `"other", W/${TAG}`],
    ['in a list without blanks', `${TAG},"other"`],
    ['any', '*'],
    ['any, with blanks', ' * '],
  ])('%s', (_, header) => {
    const request = new Request('http://localhost/', { headers: { 'if-match': header } });
    expect(() => refuseOtherVersion(request, AT)).not.toThrow();
  });

  test.each([
    ['an older one', etagOf(AT - 1)],
    ['an older weak one', `W/${etagOf(AT - 1)}`],
    ['a longer one', `"${version}0"`],
    ['a beginning', `"${version.slice(0, -1)}"`],
    ['one after a suffix', `"gzip-${version}"`],
    ['half a quote', `"${version}`],
    ['nothing', ''],
    ['an empty one', '""'],
    ['a list of others', '"a", "b"'],
    ['any among others', `*, "a"`],
  ])('412 for %s', (_, header) => {
    const request = new Request('http://localhost/', { headers: { 'if-match': header } });
    expect(() => refuseOtherVersion(request, AT)).toThrow(
      expect.objectContaining({ reason: 'precondition_failed', headers: { etag: TAG } }),
    );
  });
});

test('a header that is long or hostile is looked through at once', () => {
  const before = performance.now();
  expect(matchesVersion(`W/"${'a-'.repeat(8_000)}`, version)).toBe(false);
  expect(matchesVersion('"a-b",'.repeat(3_000), version)).toBe(false);
  expect(performance.now() - before).toBeLessThan(1_000);
});
