import { expect, test } from 'bun:test';
import { containerMemory } from '../../src/app/container-memory.ts';

const from = (files: Record<string, string>) => containerMemory((path) => files[path] ?? null);

test('the limit of a container is found in control groups of version 2', () => {
  const own = { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/memory.max': '536870912\n' };
  expect(from(own)).toBe(536_870_912);
  expect(from({ ...own, '/sys/fs/cgroup/memory.max': 'max\n' })).toBeNull();
});

test('the limit of a container is found in control groups of version 1', () => {
  const groups = '9:name=systemd:/\n4:cpu,memory:/docker/abc\n0::/\n';
  const file = '/sys/fs/cgroup/memory/memory.limit_in_bytes';
  const own = '/sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes';
  expect(from({ '/proc/self/cgroup': groups, [file]: '268435456\n' })).toBe(268_435_456);
  expect(
    from({ '/proc/self/cgroup': groups, [own]: '1000000\n', [file]: '9223372036854771712\n' }),
  ).toBe(1_000_000);
  expect(from({ '/proc/self/cgroup': groups, [file]: '9223372036854771712\n' })).toBeNull();
});

test('of limits within limits the lowest counts', () => {
  const files = {
    '/proc/self/cgroup': '0::/slice/service\n',
    '/sys/fs/cgroup/slice/service/memory.max': 'max',
    '/sys/fs/cgroup/slice/memory.max': '1073741824',
  };
  expect(from(files)).toBe(1_073_741_824);
});

test('where there are no control groups there is no limit', () => {
  expect(from({})).toBeNull();
});
