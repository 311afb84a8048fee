/** A host whose files begin at once and never end. */

/** Its address; it ends with this process. */
export function startSlowHost(): string {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: () =>
      new Response(
        new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(16)) }),
        { headers: { 'content-type': 'image/png' } },
      ),
  });
  server.unref();
  return server.url.href;
}
