/** A proxy that has a service below a path, and nothing beside it. */

interface PathProxyOptions {
  readonly path: string;
  /** Whether the service sees the path. */
  readonly isPassedOn: boolean;
}

export interface PathProxy {
  /** Where browsers reach the service, without a slash at the end. */
  readonly url: string;
  /** Where the proxy reaches it. */
  target: string;
  stop(): Promise<void>;
}

export function startPathProxy({ path, isPassedOn }: PathProxyOptions): PathProxy {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const isBelow = pathname.startsWith(`${path}/`) || (isPassedOn && pathname === path);
      if (!isBelow) return new Response('nothing is here', { status: 404 });
      const rest = isPassedOn ? pathname : pathname.slice(path.length);
      const { method, headers, body } = request;
      const options = { method, headers, body, redirect: 'manual', decompress: false } as const;
      return fetch(proxy.target + rest + search, options);
    },
  });
  const proxy: PathProxy = {
    url: `http://127.0.0.1:${server.port}${path}`,
    target: '',
    stop: () => server.stop(true),
  };
  return proxy;
}
